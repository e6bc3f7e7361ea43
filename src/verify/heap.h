// SPDX-License-Identifier: MIT
// One vector for all states that differ only in how nodes are numbered.
//
// Canonical: nodes are renumbered in the order in which they are reached from
// the roots (shared variables, then the threads' locals); what is not reached is
// dropped. That is garbage collection and heap symmetry at once. It is sound
// because models can only compare pointers for equality.
//
// With memory managed by hand, a node is used, freed, or free. A freed node that
// something still points to keeps its identity like any other: `new` may hand it
// out again, and the old pointer then equals the new one. A freed node that
// nothing points to is like memory never used, and a used node that nothing
// points to (a leak) can never matter again, since memory does not run out: both
// are dropped. What freed nodes hold counts as pointing only where it can be read
// (`reuse`); otherwise `free` has zeroed it.
//
// Raw: nodes keep their numbers; what is not reached is zeroed.

#ifndef VERIFY_HEAP_H
#define VERIFY_HEAP_H

#include "model/program.h"

#include <stdbool.h>

typedef struct heap {
    const layout *l;
    bool raw;
    uint32_t *map; // new number of each node from the last call; 0: dropped
    uint32_t *queue;
    uint32_t found, counts[MODEL_MAX_RECORDS];
} heap;

void heap_init(heap *h, const layout *l, bool raw);
void heap_fini(heap *h);
void heap_normalise(heap *h, const int32_t *in, int32_t *out);
// Numbers only what the shared variables lead to, for heap_moved.
void heap_reach_shared(heap *h, const int32_t *in);
// Is there a way to the node that does not begin in a local of this thread?
bool heap_shared(heap *h, const int32_t *in, uint32_t thread, uint32_t of, uint32_t node);
// The number that a node of the last `in` has in its `out`.
uint32_t heap_moved(const heap *h, uint32_t of, uint32_t node);

#endif
