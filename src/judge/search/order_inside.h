// SPDX-License-Identifier: MIT
// A search for an order on its way: what order_search.c and order_reads.c share.

#ifndef JUDGE_ORDER_INSIDE_H
#define JUDGE_ORDER_INSIDE_H

#include "base/intern.h"
#include "judge/search/order_search.h"
#include "judge/search/remaining.h"
#include "spec/automaton.h"

enum { ORDER_MOST_READS = 64 }; // different calls that only read

// One state of the search: where it stands in its list of choices, and the
// choice it has taken.
typedef struct order_frame {
    uint32_t state;
    uint32_t cursor;                 // without syncs: the operation to try next
    size_t groups, group, group_end; // with syncs: groups to try: all, the next
    uint32_t only;                   // this and no other; REMAINING_END: any
    bool taken;                      // `effect` is, and its edges are tried in turn
    lp_effect effect;                // what takes effect here
    automaton_edge *edges;           // ways it may go
    uint32_t edge_count, edge_next;  // the next of them
} order_frame;

typedef struct order_state {
    const judge_task *task;
    const order_rules *rules;
    automaton *automaton;
    uint32_t *calls, *results; // of each operation, as the automaton numbers them
    remaining_ops remaining;
    uint32_t to_go; // operations that returned and are not done
    uint32_t *rank_to_go;
    uint32_t rank;
    uint32_t earliest_return, earliest_strict; // of those to go; of those not loose

    // Where equal operations go in turn: those that only read, by what they call,
    // return, and rank. The next of each kind, and of each operation's kind.
    intern *kinds;
    uint32_t *kind_of, *kind_next, *next_equal; // REMAINING_END: of no kind, none left
    uint32_t reads[ORDER_MOST_READS], read_methods[ORDER_MOST_READS], read_count;

    intern *seen;
    uint64_t *key;
    order_frame *frames;
    size_t depth, frame_capacity;
    lp_effect *groups;
    size_t group_count, group_capacity;
    uint64_t steps;
    bool stopped;
} order_state;

static inline uint32_t order_rank_of(const order_state *s, uint32_t op)
{
    return s->rules->rank ? s->rules->rank[op] : 0;
}

// May it come next, by the rules?
bool order_eligible(const order_state *s, uint32_t op);
// Is this, and all that was called after it, too late to come next?
bool order_past_all(const order_state *s, uint32_t op);

// One that only reads and returned what it would return now; REMAINING_END: none. Of those near
// the front; or, once they are sorted into kinds, wherever it is.
uint32_t order_read_near(order_state *s, uint32_t state);
uint32_t order_read_of_kind(order_state *s, uint32_t state);
void order_find_kinds(order_state *s);

#endif
