// SPDX-License-Identifier: MIT
// Stacks with distinct values. A value that was certainly inside for a while (C, see
// lifetimes.h) may be the lowest of the remaining values when, but for itself, no remaining
// value was certainly inside
//     at some instant of its push, at some instant of its pop,
//     and at some instant of every peek that saw it.
// Such a value is taken away; what was above it may then be the lowest. The
// history is linearizable iff all values go, and each empty pop had an instant
// at which nothing was certainly inside. The order of taking away does not matter:
// taking a value away never disables another.
//
// Instants between two borders of C's are alike: they form a place. A place that
// no remaining value covers is retired: it serves every push, pop and peek it lies in.
// A place that only one value covers serves the peeks of that value, and waits on
// it. So each place is taken up once, always the least covered first: O(n log n).
//
// Lee and Mathur, "Efficient linearizability monitoring for sets, stacks, queues and priority
// queues", 2024, take values away in the same manner and have the same bound. Where we deviate:
// peeks, and pushes and pops that never returned.

#include "base/memory.h"
#include "judge/fast/fast.h"
#include "judge/fast/interval_stabbing.h"
#include "judge/fast/lifetimes.h"
#include "judge/fast/range_counts.h"

#include <stdlib.h>

enum { NO_PLACE = UINT32_MAX };

typedef struct window {
    uint32_t start, end; // places, both included
    uint32_t value;
    uint32_t counterpart; // of a peek: its number in the other list
} window;

typedef struct windows {
    window *list;
    uint32_t count;
    bool *served;
    interval_stabbing interval_stabbing;
} windows;

typedef struct stack {
    const lifetimes *t;
    uint32_t event_count, places;
    uint32_t *place_of; // of each event
    uint32_t *needs;    // of each value: how many windows are not served; 0 and it goes
    uint32_t left;      // values that have not gone
    range_counts cover;

    windows all;          // sorted by start
    uint32_t *start_upto; // of each place: how many of `all` start there or before
    windows peeks;        // sorted by value, then start
    uint32_t *peeks_from; // of each value, in `peeks`

    uint64_t *sums;    // Fenwick tree: sum of the numbers of values that cover a place
    uint32_t *waiting; // of each value, the first place that waits on it …
    uint32_t *next;    // … and the next one of each place

    uint32_t *going; // values that are to go
    uint32_t going_count;
} stack;

static uint32_t last_place_before(const stack *s, uint32_t event)
{
    return event == NEVER ? s->places - 1 : s->place_of[event - 1];
}

// Numbers the places and counts what covers them.
static int32_t *number_places(stack *s)
{
    const lifetimes *t = s->t;
    int32_t *border = memory_new((size_t)s->event_count + 1, sizeof *border);
    s->place_of = memory_new((size_t)s->event_count + 1, sizeof *s->place_of);
    for (uint32_t i = 0; i < t->count; i++) {
        if (!certainly_inside(&t->values[i]))
            continue;
        s->left++;
        border[t->values[i].ar]++;
        if (t->values[i].ri != NEVER)
            border[t->values[i].ri]--; // several may end with one generous remove
    }
    uint32_t place = 0;
    for (uint32_t i = 0; i < s->event_count; i++)
        s->place_of[i] = border[i] ? ++place : place;
    s->places = place + 1;
    int32_t *counts = memory_new(s->places, sizeof *counts);
    int32_t covered = 0;
    for (uint32_t i = 0; i < s->event_count; i++) {
        covered += border[i];
        counts[s->place_of[i]] = covered;
    }
    free(border);
    return counts;
}

static void sums_add(stack *s, uint32_t place, uint64_t number)
{
    for (uint32_t i = place + 1; i <= s->places; i += i & -i)
        s->sums[i] += number;
}

static uint64_t sums_at(const stack *s, uint32_t place)
{
    uint64_t sum = 0;
    for (uint32_t i = place + 1; i; i -= i & -i)
        sum += s->sums[i];
    return sum;
}

static void sums_cover(stack *s, uint32_t value, uint64_t number)
{
    const lifetime *v = &s->t->values[value];
    if (!s->sums)
        return;
    sums_add(s, s->place_of[v->ar], number);
    if (v->ri != NEVER)
        sums_add(s, s->place_of[v->ri], 0 - number);
}

static void add_window(stack *s, uint32_t value, uint32_t from, uint32_t to, window *list,
                       uint32_t *count)
{
    list[(*count)++] = (window){s->place_of[from], last_place_before(s, to), value, NO_PLACE};
    s->needs[value]++;
}

// All windows, in no order.
static window *collect_windows(stack *s, uint32_t *count)
{
    const lifetimes *t = s->t;
    window *list = memory_new((size_t)s->left * 2 + t->peek_count, sizeof *list);
    *count = 0;
    for (uint32_t i = 0; i < t->peek_count; i++) { // first: they keep their numbers
        const peek *p = &t->peeks[i];
        const lifetime *v = &t->values[p->value];
        if (certainly_inside(v))
            add_window(s, p->value, p->s > v->ai ? p->s : v->ai, p->e < v->rr ? p->e : v->rr, list,
                       count);
    }
    s->peeks.count = *count;
    for (uint32_t i = 0; i < t->count; i++) {
        const lifetime *v = &t->values[i];
        if (!certainly_inside(v))
            continue;
        add_window(s, i, v->ai, v->ar, list, count);
        if (v->rr != NEVER)
            add_window(s, i, v->ri, v->rr, list, count);
    }
    return list;
}

static void windows_index(windows *w)
{
    uint32_t *ends = memory_new(w->count, sizeof *ends);
    for (uint32_t i = 0; i < w->count; i++)
        ends[i] = w->list[i].end;
    interval_stabbing_init(&w->interval_stabbing, ends, w->count);
    w->served = memory_new(w->count, sizeof *w->served);
    free(ends);
}

// Sorts by start into `all`, counting.
static void sort_by_start(stack *s, const window *list, uint32_t count)
{
    s->start_upto = memory_new((size_t)s->places + 1, sizeof *s->start_upto);
    uint32_t *at = memory_new((size_t)s->places + 1, sizeof *at);
    for (uint32_t i = 0; i < count; i++)
        at[list[i].start + 1]++;
    for (uint32_t p = 0; p < s->places; p++) {
        at[p + 1] += at[p];
        s->start_upto[p] = at[p + 1];
    }
    s->all.list = memory_new(count, sizeof *s->all.list);
    s->all.count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = at[list[i].start]++;
        s->all.list[to] = list[i];
        if (i < s->peeks.count) // a peek: where it is, for sort_peeks
            s->all.list[to].counterpart = i;
    }
    free(at);
}

// Sorts the peeks by value into `peeks`; `all` gives them by start, which stays.
static void sort_peeks(stack *s)
{
    s->peeks_from = memory_new((size_t)s->t->count + 2, sizeof *s->peeks_from);
    uint32_t *from = s->peeks_from;
    for (uint32_t i = 0; i < s->all.count; i++)
        if (s->all.list[i].counterpart != NO_PLACE)
            from[s->all.list[i].value + 2]++;
    for (uint32_t v = 0; v < s->t->count; v++)
        from[v + 2] += from[v + 1];
    s->peeks.list = memory_new(s->peeks.count, sizeof *s->peeks.list);
    for (uint32_t i = 0; i < s->all.count; i++) {
        window *w = &s->all.list[i];
        if (w->counterpart == NO_PLACE)
            continue;
        uint32_t to = from[w->value + 1]++;
        s->peeks.list[to] = *w;
        s->peeks.list[to].counterpart = i;
        w->counterpart = to;
    }
}

static void served(stack *s, uint32_t value)
{
    if (--s->needs[value] == 0)
        s->going[s->going_count++] = value;
}

// Nothing left covers this place.
static void retire(stack *s, uint32_t place)
{
    uint32_t i;
    while ((i = interval_stabbing_take(&s->all.interval_stabbing, 0, s->start_upto[place],
                                       place)) != INTERVAL_NONE) {
        const window *w = &s->all.list[i];
        bool before = s->all.served[i];
        s->all.served[i] = true;
        if (w->counterpart != NO_PLACE)
            s->peeks.served[w->counterpart] = true;
        if (!before)
            served(s, w->value);
    }
}

// Only this value covers the place.
static void wait_on(stack *s, uint32_t place, uint32_t value)
{
    s->next[place] = s->waiting[value];
    s->waiting[value] = place;
    uint32_t from = s->peeks_from[value], to = s->peeks_from[value + 1], upto = to;
    for (uint32_t low = from; low < upto;) { // those that start here or before
        uint32_t middle = low + (upto - low) / 2;
        if (s->peeks.list[middle].start <= place)
            low = middle + 1;
        else
            upto = middle;
    }
    uint32_t i;
    while ((i = interval_stabbing_take(&s->peeks.interval_stabbing, from, upto, place)) !=
           INTERVAL_NONE) {
        bool before = s->peeks.served[i];
        s->peeks.served[i] = true;
        s->all.served[s->peeks.list[i].counterpart] = true;
        if (!before)
            served(s, value);
    }
}

static void go(stack *s, uint32_t value)
{
    const lifetime *v = &s->t->values[value];
    s->left--;
    range_counts_add(&s->cover, s->place_of[v->ar], last_place_before(s, v->ri), -1);
    sums_cover(s, value, 0 - (uint64_t)value);
    if (!s->waiting)
        return;
    for (uint32_t p = s->waiting[value]; p != NO_PLACE; p = s->next[p])
        retire(s, p);
}

static bool all_go(stack *s)
{
    for (;;) {
        if (s->going_count)
            go(s, s->going[--s->going_count]);
        else if (range_counts_least(&s->cover) == 0)
            retire(s, range_counts_take_least(&s->cover));
        else if (s->waiting && range_counts_least(&s->cover) == 1) {
            uint32_t place = range_counts_take_least(&s->cover);
            wait_on(s, place, (uint32_t)sums_at(s, place));
        } else {
            return s->left == 0;
        }
    }
}

static void start(stack *s)
{
    uint32_t values = s->t->count;
    int32_t *counts = number_places(s);
    range_counts_init(&s->cover, counts, s->places);
    free(counts);
    s->needs = memory_new(values, sizeof *s->needs);
    s->going = memory_new(values, sizeof *s->going);
    uint32_t count;
    window *list = collect_windows(s, &count);
    sort_by_start(s, list, count);
    free(list);
    windows_index(&s->all);
    if (!s->t->peek_count)
        return;
    sort_peeks(s);
    windows_index(&s->peeks);
    s->sums = memory_new((size_t)s->places + 1, sizeof *s->sums);
    s->waiting = memory_new(values, sizeof *s->waiting);
    s->next = memory_new(s->places, sizeof *s->next);
    for (uint32_t i = 0; i < values; i++) {
        s->waiting[i] = NO_PLACE;
        if (certainly_inside(&s->t->values[i]))
            sums_cover(s, i, i);
    }
}

static void finish(stack *s)
{
    range_counts_fini(&s->cover);
    free(s->place_of);
    free(s->needs);
    free(s->going);
    free(s->start_upto);
    free(s->peeks_from);
    free(s->sums);
    free(s->waiting);
    free(s->next);
    windows *both[] = {&s->all, &s->peeks};
    for (int i = 0; i < 2; i++) {
        free(both[i]->list);
        free(both[i]->served);
        interval_stabbing_fini(&both[i]->interval_stabbing);
    }
}

// Those that are left are in each other's way.
static void suspect_left(const stack *s, const judge_task *task)
{
    bool *left = memory_new(s->t->count, sizeof *left);
    for (uint32_t i = 0; i < s->t->count; i++)
        left[i] = s->needs[i] > 0;
    suspect_values(s->t, task, left);
    free(left);
}

static lp_outcome judge_values(const lifetimes *t, const judge_task *task)
{
    if (!lifetimes_empties_fit(t, task))
        return LP_VIOLATED;
    stack s = {.t = t, .event_count = task->history->event_count};
    start(&s);
    bool fine = all_go(&s);
    if (!fine)
        suspect_left(&s, task);
    finish(&s);
    return fine ? LP_HOLDS : LP_VIOLATED;
}

static const container_methods methods = {"push", "pop", "top", "try_push", "try_pop"};

static lp_outcome run(const judge_task *task)
{
    return lifetimes_judge(task, &methods, judge_values);
}

static void settled(const judge_task *task, uint32_t before, bool *keep)
{
    lifetimes_settled(task, &methods, before, keep);
}

const fast_judge fast_stack = {"stack", "stack, lowest first", run, settled, NULL};
