// SPDX-License-Identifier: MIT
// See switch_reduction.h. Moves of one thread in a row are a run. A run goes back to the run
// before it of the same thread, or that one goes forward to it, past all that is between
// them; as long as that is possible there are fewer runs each time.

#include "verify/counterexample/switch_reduction.h"

#include "base/memory.h"
#include "verify/canonical/heap_order.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 300 }; // it takes their square of time, and memory for each

typedef struct switch_reduction {
    const transition_system *s;
    bool marks, events;
    limits *limits;
    heap heap;
    move *moves;
    uint32_t count;
    int32_t *states; // before each move, and after the last
    int32_t *one, *two;
} switch_reduction;

static int32_t *state(const switch_reduction *t, uint32_t i)
{
    return t->states + (size_t)i * t->s->p->layout.cells;
}

static size_t size_of(const switch_reduction *t)
{
    return t->s->p->layout.cells * sizeof *t->states;
}

// False: it fails, waits, or is another move there.
static bool make(switch_reduction *t, const int32_t *from, const move *m, int32_t *to)
{
    move again = *m;
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    memcpy(t->one, from, size_of(t));
    system_do(t->s, t->one, &again, &r);
    heap_normalise(&t->heap, t->one, to);
    return !r.problem && !r.blocked && again.lin == m->lin && again.lins == m->lins &&
           again.used == m->used && lp_value_equal(again.result, m->result);
}

// Of a call and a return it matters which comes first, and of effects and anything else that
// the outside sees.
static bool order_visible(const switch_reduction *t, const move *a, const move *b)
{
    bool first = t->marks && a->lin, second = t->marks && b->lin;
    bool both = (first || a->kind != LABEL_INTERNAL) && (second || b->kind != LABEL_INTERNAL);
    return both && (first || second || t->events || a->kind != b->kind);
}

// Moves i and i + 1 change places.
static bool change(switch_reduction *t, uint32_t i)
{
    move *a = &t->moves[i], *b = &t->moves[i + 1], swap = *a;
    if (a->thread == b->thread || order_visible(t, a, b) || !make(t, state(t, i), b, t->two))
        return false;
    int32_t *between = memory_copy(t->two, size_of(t));
    bool same = make(t, between, a, t->two) && memcmp(t->two, state(t, i + 2), size_of(t)) == 0;
    if (same) {
        memcpy(state(t, i + 1), between, size_of(t));
        *a = *b;
        *b = swap;
    }
    free(between);
    return same;
}

// The move goes to another place, step by step; all or nothing.
static bool carry(switch_reduction *t, uint32_t from, uint32_t to)
{
    uint32_t at = from;
    while (at > to && change(t, at - 1))
        at--;
    while (at < to && change(t, at))
        at++;
    if (at == to)
        return true;
    for (; at < from; at++)
        change(t, at);
    for (; at > from; at--)
        change(t, at - 1);
    return false;
}

static uint32_t run_end(const switch_reduction *t, uint32_t from)
{
    uint32_t to = from + 1;
    while (to < t->count && t->moves[to].thread == t->moves[from].thread)
        to++;
    return to;
}

// The run from `from` to `to` goes back to where `back` is; as much of it as can.
static bool join_back(switch_reduction *t, uint32_t back, uint32_t from, uint32_t to)
{
    uint32_t done = 0;
    while (from + done < to && !limits_reached(t->limits) && carry(t, from + done, back + done))
        done++;
    if (from + done == to)
        return true;
    while (done-- > 0)
        carry(t, back + done, from + done);
    return false;
}

// The run from `from` to `to` goes forward to just before `front`.
static bool join_front(switch_reduction *t, uint32_t from, uint32_t to, uint32_t front)
{
    uint32_t done = 0;
    while (done < to - from && !limits_reached(t->limits) &&
           carry(t, to - 1 - done, front - 1 - done))
        done++;
    if (done == to - from)
        return true;
    while (done-- > 0)
        carry(t, front - 1 - done, to - 1 - done);
    return false;
}

// One run less. False: there is none that can be joined with another.
static bool join_one(switch_reduction *t)
{
    for (uint32_t first = 0, end; first < t->count && !limits_reached(t->limits); first = end) {
        end = run_end(t, first);
        uint32_t next = end;
        while (next < t->count && t->moves[next].thread != t->moves[first].thread)
            next++;
        if (next < t->count &&
            (join_back(t, end, next, run_end(t, next)) || join_front(t, first, end, next)))
            return true;
    }
    return false;
}

static bool follow(switch_reduction *t, const int32_t *end)
{
    run r;
    system_start(t->s, t->one, &r);
    heap_normalise(&t->heap, t->one, state(t, 0));
    for (uint32_t i = 0; i < t->count; i++)
        if (!make(t, state(t, i), &t->moves[i], state(t, i + 1)))
            return false;
    return memcmp(state(t, t->count), end, size_of(t)) == 0;
}

bool reduce_switches(const transition_system *s, const switch_options *o, move *moves,
                     uint32_t count, const int32_t *end)
{
    if (count > MOST_MOVES)
        return false;
    switch_reduction t = {.s = s,
                          .marks = o->marks,
                          .events = o->events,
                          .limits = o->limits,
                          .moves = moves,
                          .count = count};
    uint32_t cells = s->p->layout.cells;
    heap_init(&t.heap, &s->p->layout, o->heap);
    t.states = memory_new(((size_t)count + 1) * cells, sizeof *t.states);
    t.one = memory_new(cells, sizeof *t.one);
    t.two = memory_new(cells, sizeof *t.two);
    bool fine = follow(&t, end);
    while (fine && join_one(&t))
        ;
    free(t.states);
    free(t.one);
    free(t.two);
    heap_fini(&t.heap);
    return fine;
}
