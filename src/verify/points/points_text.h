// SPDX-License-Identifier: MIT
// What was found of linearization points, in words: of each method the lines in which its operations take effect.

#ifndef VERIFY_POINTS_TEXT_H
#define VERIFY_POINTS_TEXT_H

#include "verify/points/inferred_points.h"

// Of a game that is won.
void points_text_print(inferred_points *p, text *out);
// The same in a few words, for the sentence of the verdict: "in steps of their own threads".
void points_text_summary(const inferred_points *p, text *out);

#endif
