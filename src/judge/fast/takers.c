// SPDX-License-Identifier: MIT
// Removes that never returned: see takers.h.

#include "judge/fast/takers.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct deadline {
    uint32_t value, before; // the event before which it must be gone
} deadline;

static int by_time(const void *a, const void *b)
{
    const deadline *x = a, *y = b;
    return x->before != y->before ? (x->before > y->before) - (x->before < y->before)
                                  : (x->value > y->value) - (x->value < y->value);
}

// Of each event: the first at which something is seen, of what is called from there on: a
// value that is added, or a remove that finds nothing.
static uint32_t *find_earliest(const lifetimes *t, const judge_task *task)
{
    uint32_t events = task->history->event_count;
    uint32_t *earliest = memory_new((size_t)events + 1, sizeof *earliest);
    for (uint32_t i = 0; i <= events; i++)
        earliest[i] = NEVER;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->values[i].present)
            earliest[t->values[i].ai] = t->values[i].seen;
    for (uint32_t i = 0; i < t->empty_count; i++)
        earliest[t->empties[i].s] = t->empties[i].e;
    for (uint32_t i = events; i-- > 0;)
        earliest[i] = earliest[i] < earliest[i + 1] ? earliest[i] : earliest[i + 1];
    return earliest;
}

static deadline *find_deadlines(const lifetimes *t, const judge_task *task, uint32_t *count)
{
    uint32_t *earliest = find_earliest(t, task);
    deadline *all = memory_new(t->count, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const lifetime *v = &t->values[i];
        if (v->present && v->rr == NEVER && v->ar != NEVER && earliest[v->ar] != NEVER)
            all[(*count)++] = (deadline){i, earliest[v->ar]};
    }
    free(earliest);
    if (*count)
        qsort(all, *count, sizeof *all, by_time);
    return all;
}

// The first so many values, and what sets their deadlines.
static void suspect(const lifetimes *t, const judge_task *task, const deadline *all, uint32_t count)
{
    const lp_history *h = task->history;
    if (!task->suspects)
        return;
    bool *values = memory_new(t->count, sizeof *values);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t op = h->events[all[i].before].op;
        uint32_t n = value_number_find(&t->numbers, h->ops[op].result);
        values[all[i].value] = true;
        if (n != VALUE_NONE)
            values[n] = true;
        else
            task->suspects[op] = true;
    }
    suspect_values(t, task, values);
    free(values);
}

bool takers_assign(lifetimes *t, const judge_task *task)
{
    uint32_t count, end = task->history->event_count;
    deadline *all = find_deadlines(t, task, &count);
    bool in_time = true;
    for (uint32_t i = 0; i < count && in_time; i++) {
        in_time = i < t->taker_count && t->takers[i] < all[i].before;
        if (!in_time) {
            suspect(t, task, all, i + 1);
            break;
        }
        lifetime *v = &t->values[all[i].value];
        v->ri = t->takers[i];
        v->rr = end;
        v->seen = v->seen < end ? v->seen : end;
    }
    for (uint32_t i = 0; i < t->peek_count && in_time; i++) {
        lifetime *v = &t->values[t->peeks[i].value];
        if (v->rr == end)
            v->ri = t->peeks[i].s > v->ri ? t->peeks[i].s : v->ri;
    }
    free(all);
    return in_time;
}
