// SPDX-License-Identifier: MIT
// Random objects whose threads wait, spin and hold locks, and the graph of all their states as the
// model has them, without reductions.
//
// Compiling a model takes longer than everything else, so a file holds many: each method looks
// at its argument and does what belongs to that one, and the claims about one of them give the
// clients only one value to call with.

#ifndef TESTS_WAITING_OBJECTS_H
#define TESTS_WAITING_OBJECTS_H

#include "base/intern.h"
#include "verify/system/successors.h"

enum { WAITING_OBJECTS = 12 }; // of a file

// verify o CLAIM { …; SETTING }
typedef struct waiting_claim {
    const char *claim, *setting;
} waiting_claim;

// Claim k about object i is number i * count + k of the file, which the caller frees. Its spec s allows
// everything. `free_ones`: in every other object nobody waits.
char *waiting_objects(uint64_t seed, const waiting_claim *claims, size_t count, bool free_ones);

typedef struct arc {
    uint32_t from, to, thread;
    label_kind kind;
} arc;

typedef struct world {
    transition_system s;
    intern *states;
    arc *arcs;
    size_t arc_count, arc_capacity;
    uint32_t count, at, threads;
    uint32_t *can, *open, *wakes; // of each state: threads
    uint32_t words;               // of a row of bits, one for each state
} world;

// False: it is too large, and so only world_fini is to be called.
bool world_init(world *w, const instance *v);
void world_fini(world *w);
// Row a, bit b of what it returns: there is a way from a to b, one arc or more, by arcs that are
// taken. The caller frees it.
uint64_t *world_reach(const world *w, bool (*takes)(const void *context, const arc *a),
                      const void *context);
bool world_has(const world *w, const uint64_t *rows, uint32_t from, uint32_t to);

#endif
