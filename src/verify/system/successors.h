// SPDX-License-Identifier: MIT
// All ways to go on from a state. One way is a path: without reductions a
// single move; with them, moves that need not be told apart ride along.
//
// Private steps. A step that touches only a node to which no other thread has a
// way, now or before this thread moves again, is independent of everything that
// others do, and nobody outside sees it. So it is taken at once, and the state
// before it is not stored (partial order reduction with ample sets of one step;
// a path is bounded, so nothing is put off for ever).
//
// Folded calls and returns. Real-time order only constrains: if every history is
// linearizable in which operations return as soon as they can and are called as
// late as they can, then so are all others. So a return rides with the last step of
// its operation and a call with the first.

#ifndef VERIFY_SUCCESSORS_H
#define VERIFY_SUCCESSORS_H

#include "verify/canonical/heap_order.h"
#include "verify/system/transition_system.h"

enum { MOVER_MAX_PATH = 200 };

typedef struct mover mover;
// `after` is not yet normalised and, where w->run.problem is set, only half
// changed by the last move of the path. Visiting ends when it gives false.
typedef bool (*mover_visit)(void *context, const mover *w, const int32_t *after);

struct mover {
    const space *s;
    bool private_steps, fold, marks;
    heap heap;
    int32_t *work[3];
    move path[MOVER_MAX_PATH];
    uint32_t path_count;
    run run; // of the last move
    mover_visit visit;
    void *context;
};

void mover_init(mover *w, const space *s, bool private_steps, bool fold, bool marks);
void mover_fini(mover *w);
// Always in the same order.
void mover_expand(mover *w, const int32_t *cells, mover_visit visit, void *context);

#endif
