// SPDX-License-Identifier: MIT
// Is there an order of the operations that the spec allows? For the conditions that
// are not judged event by event. A condition says which operations must come
// before which; the search does the rest.
//
//     order_rules rules = {.after = after};
//     order_search(task, &rules, v);

#ifndef JUDGE_ORDER_SEARCH_H
#define JUDGE_ORDER_SEARCH_H

#include "judge/judge.h"

enum { ORDER_FREE = UINT32_MAX };

// What an order has to keep. All that are given count together.
typedef struct order_rules {
    // Per operation: one that must come before it; ORDER_FREE: none.
    const uint32_t *after;
    // And further ones: those of operation i are before[from[i]] up to before[from[i + 1]].
    // May be NULL.
    const uint32_t *from, *before;
    bool equal_in_turn; // `after` is from order_equal_in_turn
    // Per operation, never falling: what returned and has a lower rank comes first.
    const uint32_t *rank;
    // What returned before another was called comes before it …
    bool real_time;
    // … unless both are marked here; may be NULL.
    const bool *loose;
} order_rules;

// Sets the outcome; for "holds" with want_witness, the order.
void order_search(const judge_task *task, const order_rules *rules, lp_verdict *v);

// Is the history linearizable, so that every weaker condition holds too? Takes a few seconds at most; false: it is not
// known. True: the verdict is complete.
bool order_real_time_explains(const judge_task *task, lp_verdict *v);

// For orders that do not care which of two equal operations comes first: puts
// each after the one before it with the same rank, call and result, which spares
// the search all but one of their orders. `rank` may be NULL.
void order_equal_in_turn(const judge_task *task, const uint32_t *rank, uint32_t *after);

#endif
