// SPDX-License-Identifier: MIT
// A random automaton `made` that can be compiled: all its types are closed, and its guards do not
// fail.

#ifndef TESTS_COMPILE_RANDOM_AUTOMATON_H
#define TESTS_COMPILE_RANDOM_AUTOMATON_H

#include <stdint.h>

char *random_automaton(uint64_t seed); // the caller's

#endif
