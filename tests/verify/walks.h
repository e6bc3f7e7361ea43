// SPDX-License-Identifier: MIT
// Random walks through every model in objects/ and tests/verify/models. For comparing,
// at every step, two ways to do the same.

#ifndef TESTS_VERIFY_WALKS_H
#define TESTS_VERIFY_WALKS_H

#include "base/random.h"
#include "model/model.h"
#include "verify/system/successors.h"

enum { WALKS_CELLS = 8192, WALKS_NODES = 12 };

// The first member of what a test keeps on its walk.
typedef struct walker {
    const transition_system *s;
    const char *file;
    rng r;
    int32_t here[WALKS_CELLS], next[WALKS_CELLS];
    uint32_t seen; // ways on from here
} walker;

// What a test does with one instance, the `number`th of all; how much it compared.
typedef uint32_t (*walks_instance)(const char *file, const instance *v, uint64_t number);
// With `failing`, those in tests/verify/failing too. Gives the sum of what was compared.
uint32_t walks_all(bool failing, const char *what, walks_instance one);

// An instance as it is declared, with as many threads at most.
system_options walks_bounds(const instance *v, uint32_t threads, bool clear, limits *l);
// Goes from state to state, `visit` seeing every way on.
void walks_go(walker *w, int steps, successors_visit visit);
// To be called by `visit`: each way is as likely as every other.
void walks_offer(walker *w, const successors *path, const int32_t *after);

#endif
