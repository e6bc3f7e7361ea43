// SPDX-License-Identifier: MIT
// All ways to go on from a state. One way is a path: without reductions a
// single move; with them, a path of moves that need not be stored one by one.
//
// Private steps. A step that touches only a node to which no other thread has a
// way, now or before this thread moves again, is independent of everything that
// others do, and nobody outside sees it. So it is taken at once, and the state
// before it is not stored (partial order reduction with ample sets of one step;
// a path is bounded, so nothing is put off for ever).
//
// Independent steps (independent_steps.h), actions (independent_actions.h) and events of processes
// (independent_events.h) are taken at once, too. Where steps that are taken at once have no end, none of them is.
//
// Folded calls and returns. Real-time order only constrains: if every history is
// linearizable in which operations return as soon as they can and are called as
// late as they can, then so are all others. So a return belongs to the path
// of its operation's last step and a call to that of its first.
//
// Where it is asked who waits, a call whose first step is not possible is a path of its own. In a state in
// which an operation waits at its first step, now or for ever, its call changes places with all that came
// after it, since nobody sees a call and more calls are never possible because of one; so there is a
// path to that state on which the call comes last, and is alone because the step is not possible. A
// return is always possible, disturbs nobody, and lets others call at most. So the states in which
// nobody can go on, and those after which a thread never does, are found as without folding.
//
// Eager receipts. Messages that may be received at once are (eager_receipts.h), on the path of the
// step that sends them.

#ifndef VERIFY_SUCCESSORS_H
#define VERIFY_SUCCESSORS_H

#include "verify/canonical/heap_order.h"
#include "verify/system/at_once_path.h"
#include "verify/system/eager_receipts.h"
#include "verify/system/independent_actions.h"
#include "verify/system/independent_steps.h"

enum { SUCCESSORS_MAX_PATH = 200 };

typedef struct successors successors;
// `after` is not yet normalised and, where w->run.problem is set, only half
// changed by the last move of the path. Visiting ends when it gives false.
typedef bool (*successors_visit)(void *context, const successors *w, const int32_t *after);

struct successors {
    const transition_system *s;
    bool private_steps, fold, marks;
    bool waits; // with folding: calls whose first step is not possible are made
    bool went;  // some way of the first step was possible
    bool kept;  // the state before what is taken at once
    const independent_steps *independent; // NULL: none
    const independent_actions *actions;   // NULL: none
    const eager_receipts *eager;          // NULL: none
    at_once_path *at_once;                // of the front end's own; NULL: none
    run_ways ways;                        // of the move that is made
    uint8_t *looked;                      // for runs: see emitted.h
    row_source *rows;                     // likewise, of the state that is expanded; NULL: none
    heap heap;
    int32_t *work[4];
    move path[SUCCESSORS_MAX_PATH];
    uint32_t path_count;
    run run; // of the last move
    successors_visit visit;
    void *context;
};

void successors_init(successors *w, const transition_system *s, bool private_steps, bool fold,
                     bool marks);
void successors_fini(successors *w);
// Always in the same order.
void successors_expand(successors *w, const int32_t *cells, successors_visit visit, void *context);

#endif
