// SPDX-License-Identifier: MIT
// Random histories as text, and random damage to text. For tests and fuzzers.

#ifndef TESTS_HISTORY_MUTATE_H
#define TESTS_HISTORY_MUTATE_H

#include "base/random.h"
#include "history/history_format.h"

// A well-formed history in memory with values of every shape that the format
// can hold; NULL: any shape.
void random_history(rng *r, const char *format, lp_history *h);

// Damages bytes, words or lines, or cuts the text off. `others` are words that
// mean something to the format, NULL-terminated.
void mutate(rng *r, text *t, const char *const *others);

#endif
