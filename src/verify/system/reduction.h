// SPDX-License-Identifier: MIT
// What makes the search smaller without changing its verdict. Each can be
// switched off, so that each can be tested against the search without it.

#ifndef VERIFY_REDUCTION_H
#define VERIFY_REDUCTION_H

#include "base/error.h"

#include <stdint.h>

typedef enum reduction {
    REDUCE_DEAD = 1,         // dead locals are zero
    REDUCE_THREADS = 2,      // threads are interchangeable
    REDUCE_PRIVATE = 4,      // private steps belong to the path of the step before
    REDUCE_FOLD = 8,         // calls and returns are folded with steps
    REDUCE_ANTICHAIN = 16,   // pairs that allow more than another are dropped
    REDUCE_VALUES = 32,      // values of the scalarset are renamed
    REDUCE_MESSAGES = 64,    // messages that can no longer change anything are dropped
    REDUCE_COMPONENTS = 128, // names of enums that an automaton treats alike are permuted
    REDUCE_RECEIPTS = 256, // messages that may be received at once are, where traces are asked for
    REDUCE_STEPS = 512     // steps that nobody can be in the way of are taken at once
} reduction;
enum { REDUCE_ALL = 1023 };

// "all", "none", or names with commas between; with a minus before each, all but these.
bool reductions_read(const char *list, uint32_t *out, error *e);

#endif
