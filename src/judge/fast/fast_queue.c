// SPDX-License-Identifier: MIT
// Queues with distinct values. A value overtakes another when the other was certainly
// added before it was, and was certainly still inside when it was first seen at the front:
//     ar(a) < ai(b)  and  seen(b) < ri(a)
// The history is linearizable iff no value overtakes another, values can take
// turns at the front (which only peeks can make impossible; see zones.h), and each
// empty remove had an instant at which nothing was certainly inside. One sweep
// over the events each, the first with the latest ri of all that were certainly
// added so far.
//
// The criterion is that of Henzinger, Sezgin and Vafeiadis, "Aspect-oriented linearizability
// proofs", CONCUR 2013. Abdulla, Grahn, Jonsson, Krishna and Mishra, "Efficient linearizability
// monitoring", PLDI 2025, decide it in O(n log n) with a tree of intervals. Where we deviate: the
// events are sorted already, so one sweep is enough; peeks, and removes that never returned
// (takers.h).

#include "base/memory.h"
#include "judge/fast/fast.h"
#include "judge/fast/lifetimes.h"
#include "judge/fast/takers.h"
#include "judge/fast/zones.h"

#include <stdlib.h>

static bool none_overtakes(const lifetimes *t, const judge_task *task)
{
    const lp_history *h = task->history;
    // At a return that proves a value to be inside: its ri, plus one. At the call of
    // an add: when its value was first seen at the front, plus one. 0: nothing here.
    uint32_t *at = memory_new(h->event_count, sizeof *at);
    for (uint32_t i = 0; i < t->count; i++) {
        const lifetime *v = &t->values[i];
        if (!v->present)
            continue;
        if (v->ar != NEVER)
            at[v->ar] = v->ri == NEVER ? NEVER : v->ri + 1;
        if (v->seen != NEVER)
            at[v->ai] = v->seen + 1;
    }
    uint32_t latest = 0, by = 0;
    bool fine = true;
    for (uint32_t i = 0; i < h->event_count && fine; i++) {
        if (!at[i])
            continue;
        if (!h->events[i].is_return) {
            fine = at[i] >= latest;
        } else if (at[i] > latest) {
            latest = at[i];
            by = i;
        }
        if (!fine)
            suspect_events(t, task, i, by);
    }
    free(at);
    return fine;
}

static bool take_turns(const lifetimes *t, const judge_task *task)
{
    if (!t->peek_count)
        return true;
    zones *z = zones_new(task->history);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->values[i].present && t->values[i].seen != NEVER)
            zones_add(z, t->values[i].seen, t->values[i].ri);
    uint32_t a, b;
    bool fit = zones_fit(z, 0, &a, &b);
    if (!fit)
        suspect_events(t, task, a, b);
    zones_free(z);
    return fit;
}

static lp_outcome judge_values(const lifetimes *t, const judge_task *task)
{
    return none_overtakes(t, task) && take_turns(t, task) && lifetimes_empties_fit(t, task)
               ? LP_HOLDS
               : LP_VIOLATED;
}

static const container_methods methods = {.add = "enq",
                                          .remove = "deq",
                                          .peek = "peek",
                                          .try_add = "try_enq",
                                          .try_remove = "try_deq",
                                          .assign = takers_assign};

static lp_outcome run(const judge_task *task)
{
    return lifetimes_judge(task, &methods, judge_values);
}

static void settled(const judge_task *task, uint32_t before, bool *keep)
{
    lifetimes_settled(task, &methods, before, keep);
}

const fast_judge fast_queue = {"queue", "queue sweep", run, settled, NULL};
