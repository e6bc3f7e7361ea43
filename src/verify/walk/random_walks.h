// SPDX-License-Identifier: MIT
// Long random walks where the states are too many to look at them all: each begins at the start
// and goes on until nothing is possible any more or it is long enough; then the next begins. Every
// step is checked (walker.h). A walk that finds nothing proves nothing.
//
//     walks = random_walks_run(q, &options);   q as search_init leaves it; q->end says what was found
//
// Walk number k of a seed is the same whatever was walked before, and on however many threads: they
// are made in rounds, the walks of a round at once, and what was found is looked at in the order of
// their numbers. So the verdict is that of one thread. No new walk begins after `steps` steps.

#ifndef VERIFY_RANDOM_WALKS_H
#define VERIFY_RANDOM_WALKS_H

#include "verify/walk/walk_options.h"
#include "verify/walk/walk_statistics.h"
#include "verify/walk/walker.h"

typedef struct random_walks {
    walk_statistics *covered;
    uint64_t failed;       // of a walk that fails: its number,
    uint64_t failed_steps; // and how many steps it took, of which `found` has those that matter
    way found;
} random_walks;

// Of a violation, q->found is the way there, made as short as can be had cheaply.
random_walks *random_walks_run(search *q, const walk_options *o);
void random_walks_free(random_walks *r); // NULL: nothing

#endif
