// SPDX-License-Identifier: MIT
// What is known of a verdict's figures: see linchpin/figures.h.

#ifndef JUDGE_FIGURES_H
#define JUDGE_FIGURES_H

#include <linchpin/figures.h>
#include <stdbool.h>
#include <stddef.h>

const char *figure_label(lp_figure_id id); // may be NULL
// Differs from run to run: a time, a rate, or memory.
bool figure_measured(lp_figure_id id);
// LP_FIGURE_COUNT: there is none of this key.
lp_figure_id figure_find(const char *key);

#endif
