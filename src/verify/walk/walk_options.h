// SPDX-License-Identifier: MIT
// How much is walked at random, and from which seed: see random_walks.h.

#ifndef VERIFY_WALK_OPTIONS_H
#define VERIFY_WALK_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct walk_options {
    uint64_t steps;  // in all; 0: no walks
    uint64_t length; // of one walk at most
    uint64_t seed;
    bool one;        // only the walk with this number
    uint64_t number; // from 0
} walk_options;

#endif
