// SPDX-License-Identifier: MIT
// A second opinion on JSON Lines: which texts are well-formed histories, and
// what they say. It shares no code with the readers: plain recursion, linear
// searches, values as text.

#ifndef TESTS_HISTORY_VALIDATOR_H
#define TESTS_HISTORY_VALIDATOR_H

#include "base/text.h"

#include <linchpin/history.h>
#include <stdbool.h>

// Well-formed: its events in order, without those of failed operations, a line
// each. Not well-formed: false.
bool validate_jsonl(const char *bytes, size_t length, text *out);
// A history that was read, in the same words.
void validator_print(const lp_history *h, text *out);

#endif
