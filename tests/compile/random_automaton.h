// SPDX-License-Identifier: MIT
// A random automaton `made` that can be compiled: its types are closed, or of an enum without end that is
// called o, with three names of which two are a supply of their own. Its guards do not fail.

#ifndef TESTS_COMPILE_RANDOM_AUTOMATON_H
#define TESTS_COMPILE_RANDOM_AUTOMATON_H

#include "base/random.h"
#include "model/model.h"

#include <stdint.h>

char *random_automaton(uint64_t seed); // the caller's
// The same without what has no end, and without seqs.
char *random_closed_automaton(uint64_t seed);
// Cells of a value of a finite type.
void random_value(rng *r, type t, int32_t *out);

#endif
