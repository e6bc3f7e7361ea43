// SPDX-License-Identifier: MIT
// One walk through a system, from its start: every step is checked for all that is claimed of
// states and steps, as the search checks it, and nothing is kept but the moves. Which move is made
// is for others to say: a sampler (random_walks.h), or a list (shorten_walk.h).

#ifndef VERIFY_WALKER_H
#define VERIFY_WALKER_H

#include "verify/counterexample/counterexample.h"
#include "verify/walk/walk_statistics.h"

// How a walk ends that may not go on.
typedef struct walk_failure {
    search_end end; // SEARCH_COMPLETE: it does not
    run run;
    uint32_t condition; // of SEARCH_ENDED
} walk_failure;

typedef struct walker {
    search *q;
    worker *w; // by way of which the observer is asked
    heap heap;
    int32_t *here, *after, *next;
    uint32_t observed;
    uint64_t reached;                      // conditions that held in some state, a bit each
    int64_t extremes[MODEL_MAX_REACHABLE]; // of ints among them: the best rank that was met
    uint64_t met;                          // of the state that we are in
    move last;                             // the one made last, with its choices
    walk_failure fail;                     // of what was done last
} walker;

// Decides choice `i` of a move, which has `bound` ways. False: there is no such way.
typedef bool (*walk_choose)(void *context, uint32_t i, uint32_t bound, uint32_t *out);

typedef enum walk_made {
    WALK_MADE,
    WALK_BLOCKED, // it is not possible here, or not so: nothing has changed
    WALK_FAILED,  // it was made, and something is wrong: `fail` says what
} walk_made;

void walker_init(walker *k, search *q, worker *w);
void walker_fini(walker *k);
walk_made walker_start(walker *k); // back to the start
walk_made walker_make(walker *k, const move *m, walk_choose choose, void *context);
// Is the move possible here in some way? Its ways are counted, those that are not blocked; with
// `pick` below their number, `last` becomes that one.
uint32_t walker_ways(walker *k, const move *m, uint32_t pick);
// What is claimed of states in which nothing has to happen any more, or in which operations are
// open and none can go on, if this is one.
walk_made walker_settle(walker *k);
uint64_t walker_hash(const walker *k); // of the state that we are in

#endif
