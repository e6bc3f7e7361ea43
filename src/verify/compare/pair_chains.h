// SPDX-License-Identifier: MIT
// The pairs of a state of A and a set of states of B that a refinement check goes through, in the order
// in which they are met, with how they were met. Those of a state of A are a chain, and a chain is an
// antichain: a pair whose set has all states of another's shows nothing that the other does not show.
//
// This is what Laveaux, Groote and Willemse call correct ("Correct and Efficient Antichain Algorithms
// for Refinement Checking", Logical Methods in Computer Science 17(1), 2021): a pair is entered when it
// is met, not when it is looked at, and one is left out only for one with a *smaller* set. Whatever is
// wrong after a trace w from (a, S) is wrong after w from (a, S'), if S' is within S: w is a trace of
// no state of S'; no stable state of B after w from S' offers little enough; B diverges nowhere after
// w from S', if it does not from S. What was published before for failures looked at divergences
// and refusals in an order in which this is not so.
//
// Pairs are met level by level, one for each length of the trace, and all of a level before those of the
// next: so the pair for which another is left out comes after no longer trace, and the first that is
// wrong has a shortest one.

#ifndef VERIFY_PAIR_CHAINS_H
#define VERIFY_PAIR_CHAINS_H

#include "verify/compare/normal_form.h"
#include "verify/compare/pair_memo.h"

enum { NO_PAIR = UINT32_MAX };

typedef struct met_pair {
    uint32_t a, set;
    uint32_t parent, label; // of the edge from it
    uint32_t next;          // of the chain, + 1
} met_pair;

typedef struct pair_chains {
    const normal_form *normal; // NULL: there are no sets, and states are alone
    bool exact;                // only the same pair is left out
    uint32_t level;            // the first pair of the level that pairs are now met for
    met_pair *pairs;
    uint32_t count;
    size_t capacity;
    uint32_t *first; // of each state of A: of its chain, + 1
    size_t first_capacity;
    uint64_t compared; // sets
    pair_memo met;     // instead of chains, where only the same pair is left out
} pair_chains;

void pair_chains_fini(pair_chains *c);
// Meets a pair; it may be left out.
void pair_chains_meet(pair_chains *c, const met_pair *p);
// One for which another was left out, of the same level: the other will do.
static inline bool pair_is_left_out(const met_pair *p)
{
    return p->next == NO_PAIR;
}

#endif
