// SPDX-License-Identifier: MIT
// Quiescent consistency (Aspnes, Herlihy and Shavit, 1994): operations with a
// moment between them in which none is open keep their order; all others may
// take effect in any order. An operation that never returns is open for ever, and
// after its call there is no such moment.
//
// Objects, and keys, are judged one by one: quiet means that none is open on this
// object. Each busy time is a rank. It is not prefix-closed: what is called
// later in a busy time may explain what returned earlier.
//
// Whether a must come before b depends on what else is open between them, so
// there is no `precedes`; tests/judge/test_conditions.c has an oracle of its own.

#include "base/memory.h"
#include "judge/search/order_search.h"

#include <stdlib.h>

static void run(const judge_task *task, lp_verdict *v)
{
    const lp_history *h = task->history;
    uint32_t *after = memory_new(h->op_count, sizeof *after);
    uint32_t *rank = memory_new(h->op_count, sizeof *rank);
    uint32_t open = 0, busy_times = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        if (h->events[i].is_return) {
            open--;
            continue;
        }
        busy_times += open++ == 0;
        rank[h->events[i].op] = busy_times - 1;
    }
    order_equal_in_turn(task, rank, after);
    order_rules rules = {.after = after, .equal_in_turn = true, .rank = rank};
    order_search(task, &rules, v);
    free(rank);
    free(after);
}

const judge judge_quiescent = {
    .name = "quiescent",
    .summary = "operations with a quiet moment between them keep their order",
    .local = true,
    .values_matter = true,
    .run = run,
};
