// SPDX-License-Identifier: MIT
// Priority queues of integers with distinct values, the least first. A remove of v needs an
// instant at which nothing smaller was certainly inside; so does each peek that saw v. The
// values are gone through from the least up, and the instants that smaller values certainly
// cover are joined into runs (union–find). Between ri and the instant where
// v goes, v is inside as well, but all those instants are covered by smaller
// values: so v excludes no instant beyond those of C.
//
// The problem is that of Gibbons, Bruno and Phillips, "Black-box correctness tests for basic
// parallel data structures", 2002; the bound, O(n log n), that of Lee and Mathur (see
// fast_stack.c). Where we deviate: peeks, and operations that never returned.

#include "base/memory.h"
#include "judge/fast/fast.h"
#include "judge/fast/lifetimes.h"

#include <stdlib.h>

typedef struct sweep {
    const lifetimes *t;
    uint32_t *order;      // values, least first
    uint32_t count;       // of them
    uint32_t *next;       // the first instant from here on that is not covered, by steps
    uint32_t *peeks_from; // of each value …
    uint32_t *peeks;      // … numbers of its peeks
} sweep;

static int compare(const void *a, const void *b, void *names)
{
    const lp_value *n = names;
    int64_t x = n[*(const uint32_t *)a].bits, y = n[*(const uint32_t *)b].bits;
    return (x > y) - (x < y);
}

// False: not all are integers.
static bool sort_values(sweep *s)
{
    const lifetimes *t = s->t;
    s->order = memory_new(t->count, sizeof *s->order);
    int64_t before = INT64_MIN;
    bool sorted = true; // as they are when they were numbered by subtraction
    for (uint32_t i = 0; i < t->count; i++) {
        if (!t->values[i].present)
            continue;
        if (t->names[i].kind != LP_KIND_INT)
            return false;
        s->order[s->count++] = i;
        sorted &= before <= t->names[i].bits;
        before = t->names[i].bits;
    }
    if (!sorted)
        qsort_r(s->order, s->count, sizeof *s->order, compare, t->names);
    return true;
}

static void sort_peeks(sweep *s)
{
    const lifetimes *t = s->t;
    s->peeks_from = memory_new((size_t)t->count + 2, sizeof *s->peeks_from);
    s->peeks = memory_new(t->peek_count, sizeof *s->peeks);
    for (uint32_t i = 0; i < t->peek_count; i++)
        s->peeks_from[t->peeks[i].value + 2]++;
    for (uint32_t v = 0; v < t->count; v++)
        s->peeks_from[v + 2] += s->peeks_from[v + 1];
    for (uint32_t i = 0; i < t->peek_count; i++)
        s->peeks[s->peeks_from[t->peeks[i].value + 1]++] = i;
}

static uint32_t first_free(sweep *s, uint32_t from)
{
    uint32_t i = from;
    while (s->next[i] != i)
        i = s->next[i] = s->next[s->next[i]];
    return i;
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t earlier(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool fits(sweep *s, uint32_t value)
{
    const lifetime *v = &s->t->values[value];
    bool fit = v->rr == NEVER || first_free(s, later(v->ri, v->ai)) < v->rr;
    for (uint32_t i = s->peeks_from[value]; fit && i < s->peeks_from[value + 1]; i++) {
        const peek *p = &s->t->peeks[s->peeks[i]];
        fit = first_free(s, later(p->s, v->ai)) < earlier(p->e, v->rr);
    }
    return fit;
}

static void cover(sweep *s, const lifetime *v, uint32_t event_count)
{
    uint32_t end = earlier(v->ri, event_count);
    for (uint32_t i = first_free(s, v->ar); i < end; i = first_free(s, i))
        s->next[i] = i + 1;
}

// The value at this place in the order, and the smaller ones that were inside
// while it was removed or seen.
static void suspect_smaller(const sweep *s, uint32_t place, const judge_task *task)
{
    const lifetime *v = &s->t->values[s->order[place]];
    uint32_t from = v->ri, to = v->rr == NEVER ? 0 : v->rr;
    for (uint32_t i = s->peeks_from[s->order[place]]; i < s->peeks_from[s->order[place] + 1]; i++) {
        const peek *p = &s->t->peeks[s->peeks[i]];
        from = earlier(from, p->s);
        to = later(to, p->e);
    }
    bool *values = memory_new(s->t->count, sizeof *values);
    for (uint32_t i = 0; i < place; i++) {
        const lifetime *u = &s->t->values[s->order[i]];
        values[s->order[i]] = certainly_inside(u) && u->ar < to && u->ri > from;
    }
    values[s->order[place]] = true;
    suspect_values(s->t, task, values);
    free(values);
}

static lp_outcome judge_values(const lifetimes *t, const judge_task *task)
{
    if (!lifetimes_empties_fit(t, task))
        return LP_VIOLATED;
    uint32_t event_count = task->history->event_count;
    sweep s = {.t = t};
    lp_outcome found = LP_UNKNOWN;
    if (sort_values(&s)) {
        sort_peeks(&s);
        s.next = memory_new((size_t)event_count + 1, sizeof *s.next);
        for (uint32_t i = 0; i <= event_count; i++)
            s.next[i] = i;
        found = LP_HOLDS;
        for (uint32_t i = 0; i < s.count && found == LP_HOLDS; i++) {
            const lifetime *v = &t->values[s.order[i]];
            if (!fits(&s, s.order[i])) {
                found = LP_VIOLATED;
                suspect_smaller(&s, i, task);
            }
            if (certainly_inside(v))
                cover(&s, v, event_count);
        }
    }
    free(s.order);
    free(s.next);
    free(s.peeks_from);
    free(s.peeks);
    return found;
}

static const container_methods methods = {"insert",     "remove_min",     "peek_min",
                                          "try_insert", "try_remove_min", .named = true};

static lp_outcome run(const judge_task *task)
{
    return lifetimes_judge(task, &methods, judge_values);
}

static void settled(const judge_task *task, uint32_t before, bool *keep)
{
    lifetimes_settled(task, &methods, before, keep);
}

const fast_judge fast_priority_queue = {"priority-queue", "priority queue sweep", run, settled,
                                        NULL};
