// SPDX-License-Identifier: MIT
// What driver.c damages. history_input.c makes it for the readers of histories,
// example_input.c takes it from the examples of the other targets.

#ifndef FUZZ_FUZZ_INPUT_H
#define FUZZ_FUZZ_INPUT_H

#include "base/random.h"
#include "base/text.h"

// Adds one well-formed input.
void fuzz_input(rng *r, text *out);
// Words that mean something to the parser, NULL-terminated.
extern const char *const fuzz_words[];

#endif
