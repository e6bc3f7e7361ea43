// SPDX-License-Identifier: MIT
// The small parts of EDN: strings, characters, numbers, words. For edn_read.c.

#ifndef HISTORY_EDN_TEXT_H
#define HISTORY_EDN_TEXT_H

#include "history/text/edn_read.h"

// After the opening quote, into d->word. NULL, or what is wrong at d->at.
const char *edn_read_string(edn *d);
// From its backslash; into d->word in its one spelling: "a", "newline", "u0007".
const char *edn_read_character(edn *d);
// How far the word at d->at goes: to a blank, bracket, quote or comment.
size_t edn_token_length(const edn *d);
bool edn_symbolic(const char *word, size_t length); // ##Inf ##-Inf ##NaN

extern const char edn_is_ratio[];
// NULL, or what is wrong; edn_is_ratio if it is a ratio.
const char *edn_read_number(const char *word, size_t length, lp_value *out);

#endif
