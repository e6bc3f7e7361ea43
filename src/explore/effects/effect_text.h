// SPDX-License-Identifier: MIT
// In which steps operations take effect, as a table for people, and as evidence of a verdict.

#ifndef EXPLORE_EFFECT_TEXT_H
#define EXPLORE_EFFECT_TEXT_H

#include "explore/effects/effect_rows.h"

void effect_text_print(const effect_graph *g, const effect_rows *t, text *out);
// The same as evidence.
void effect_text_evidence(const effect_graph *g, const effect_rows *t, lp_verdict *v);
void effect_text_summary(const effect_rows *t, text *out);
// "q->head = 1;" and where it is, ":31" in this file, "queue.c:31" elsewhere.
void effect_text_step(const char *file, const void *pc, uint32_t width, text *out);
// The file in which all these places are; NULL: there are several. Caller frees.
char *effect_text_file(const effect_graph *g);

#endif
