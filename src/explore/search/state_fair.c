// SPDX-License-Identifier: MIT
// Fair endless runs in the graph of states. The scheduler is assumed to be fair in three ways
// (the same as Lawrence and Lowe, §2.6):
//   - a thread that is enabled infinitely often steps infinitely often (strong fairness);
//   - spurious wake-ups happen finitely often;
//   - a thread that tries a lock infinitely often, which others get infinitely often, gets it.
// The last is about attempts that may fail (trylock); for a thread that blocks on the lock the
// first says it. It excuses a run only where the attempt could succeed somewhere in the largest
// component that the run is part of.
//
// Strong fairness is a Streett condition for each thread: if one of these edges is taken
// infinitely often, so is one of those. A component that does not meet it may contain one that
// does: the edges at fault are removed and the components of the rest are computed, until
// nothing changes (Emerson and Lei: Modalities for model checking, 1987).

#include "explore/search/state_graph.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 6 };

typedef struct fair {
    const state_graph *g;
    bool *ends;               // of each state: an end can be reached
    uint32_t *states, *first; // states by component, and where each begins
    refusal *found;
    uint32_t count, capacity;
    intern *seen;  // kind and history
    uint32_t *top; // the component of each state, with all edges
    intern *hopes; // such a component, and an attempt that succeeds from one of its states
    // To find a state's component again:
    uint32_t wanted;
    uint32_t *lap, lap_count;
} fair;

// Walks backwards from the ends.
static bool *reach_ends(const state_graph *g)
{
    uint64_t *start = memory_new((size_t)g->count + 2, sizeof *start);
    uint32_t *sources = memory_new(g->edge_count + 1, sizeof *sources);
    uint32_t *queue = memory_new((size_t)g->count + 1, sizeof *queue);
    bool *ends = memory_new((size_t)g->count + 1, sizeof *ends);
    uint32_t queued = 0;
    for (uint64_t i = 0; i < g->edge_count; i++)
        if (g->edges[i].to != STATE_NONE)
            start[g->edges[i].to + 2]++;
    for (uint32_t i = 2; i < g->count + 2; i++)
        start[i] += start[i - 1];
    for (uint64_t i = 0; i < g->edge_count; i++) {
        const edge *e = &g->edges[i];
        if (e->to != STATE_NONE) {
            sources[start[e->to + 1]++] = e->from;
        } else if (!ends[e->from]) {
            ends[e->from] = true;
            queue[queued++] = e->from;
        }
    }
    for (uint32_t next = 0; next < queued; next++)
        for (uint64_t k = start[queue[next]]; k < start[queue[next] + 1]; k++)
            if (!ends[sources[k]]) {
                ends[sources[k]] = true;
                queue[queued++] = sources[k];
            }
    free(start);
    free(sources);
    free(queue);
    return ends;
}

static void note(fair *f, refusal_kind kind, uint32_t state)
{
    const uint64_t key[] = {kind, f->g->nodes[state].history};
    bool fresh;
    intern_add_fresh(f->seen, key, sizeof key, &fresh);
    if (!fresh)
        return;
    MEMORY_GROW(f->found, f->capacity, f->count + 1);
    f->found[f->count++] = (refusal){kind, state, key[1]};
}

static void sort_states(fair *f, const components *c)
{
    memset(f->first, 0, ((size_t)f->g->count + 2) * sizeof *f->first);
    for (uint32_t i = 0; i < f->g->count; i++)
        f->first[c->of[i] + 2]++;
    for (uint32_t i = 2; i < c->count + 2; i++)
        f->first[i] += f->first[i - 1];
    for (uint32_t i = 0; i < f->g->count; i++)
        f->states[f->first[c->of[i] + 1]++] = i;
}

// What can happen to the edges from the states of a component.
typedef bool (*edge_function)(void *context, const components *c, uint64_t number);

// Of all edges from the component: does the function say so of one?
static bool any_edge(const fair *f, const components *c, uint32_t which, edge_function ask,
                     void *context)
{
    bool any = false;
    for (uint32_t i = f->first[which]; i < f->first[which + 1]; i++)
        for (uint64_t k = c->start[f->states[i]]; k < c->start[f->states[i] + 1]; k++)
            any = ask(context, c, c->out[k]) || any;
    return any;
}

typedef struct sum {
    uint32_t stepped, could;
    bool inside, many, missed;
} sum;

static bool add_up(void *context, const components *c, uint64_t number)
{
    sum *s = context;
    if (!components_inside(c, number))
        return false;
    const turns *t = edge_turns(c->g, &c->g->edges[number]);
    s->inside = true;
    s->stepped |= t->stepped;
    s->could |= t->could;
    s->many = s->many || t->many;
    for (uint32_t i = 0; i < t->lock_count; i++)
        s->missed = s->missed || (t->locks[i] & 3) == LOCK_MISSED;
    return true;
}

// An attempt: which fiber at which lock.
typedef struct attempt {
    const fair *fair;
    uint32_t which;
    uint64_t tried; // a word of turns_lock that says it has failed; 0: to be found
    bool got, others;
} attempt;

static bool is_other(uint64_t word, uint64_t tried)
{
    return (word & 3) == LOCK_TAKEN && word >> 8 == tried >> 8 && word >> 2 != tried >> 2;
}

static bool look_at_attempt(void *context, const components *c, uint64_t number)
{
    attempt *a = context;
    const turns *t = edge_turns(c->g, &c->g->edges[number]);
    for (uint32_t i = 0; i < t->lock_count && components_inside(c, number); i++) {
        bool got = (t->locks[i] & 3) == LOCK_GOT && t->locks[i] >> 2 == a->tried >> 2;
        a->got = a->got || got;
        a->others = a->others || is_other(t->locks[i], a->tried);
    }
    return false;
}

static bool may_succeed(const fair *f, uint32_t state, uint64_t tried)
{
    const uint64_t key[] = {f->top[state], tried >> 2};
    return intern_find(f->hopes, key, sizeof key) != INTERN_NONE;
}

// The first attempt that fails on an edge of the component and would not fail always.
static bool find_attempt(void *context, const components *c, uint64_t number)
{
    attempt *a = context;
    const edge *e = &c->g->edges[number];
    const turns *t = edge_turns(c->g, e);
    for (uint32_t i = 0; i < t->lock_count && !a->tried; i++) {
        if ((t->locks[i] & 3) != LOCK_MISSED || !components_inside(c, number) ||
            !may_succeed(a->fair, e->from, t->locks[i]))
            continue;
        attempt this = {.tried = t->locks[i]};
        any_edge(a->fair, c, a->which, look_at_attempt, &this);
        if (this.others && !this.got)
            a->tried = this.tried;
    }
    return a->tried != 0;
}

static void note_hopes(fair *f)
{
    for (uint64_t i = 0; i < f->g->edge_count; i++) {
        const turns *t = edge_turns(f->g, &f->g->edges[i]);
        for (uint32_t k = 0; k < t->lock_count; k++) {
            const uint64_t key[] = {f->top[f->g->edges[i].from], t->locks[k] >> 2};
            if ((t->locks[k] & 3) == LOCK_GOT)
                intern_add(f->hopes, key, sizeof key);
        }
    }
}

// To take edges out.
typedef struct removal {
    bool *gone;
    uint32_t could;  // those in which one of them could go on, or
    uint64_t missed; // those with this attempt, or
    uint64_t others; // those in which its lock is taken by others, or
    bool all;
} removal;

static bool take_out(void *context, const components *c, uint64_t number)
{
    removal *r = context;
    if (!components_inside(c, number))
        return false;
    const turns *t = edge_turns(c->g, &c->g->edges[number]);
    bool out = r->all || (t->could & r->could);
    for (uint32_t i = 0; i < t->lock_count; i++)
        out = out || (r->missed && t->locks[i] == r->missed) ||
              (r->others && is_other(t->locks[i], r->others));
    r->gone[number] = r->gone[number] || out;
    return out;
}

static void refine(fair *f, bool *gone, uint32_t depth);

// The runs in which the lock is not taken by others any more.
static void refine_without(fair *f, const components *c, uint32_t which, uint64_t others,
                           const bool *gone, uint32_t depth)
{
    bool *rest = memory_new(f->g->edge_count + 1, sizeof *rest);
    for (uint64_t i = 0; i < f->g->edge_count; i++)
        rest[i] = gone[i] || !components_inside(c, i) || c->of[f->g->edges[i].from] != which;
    removal r = {.gone = rest, .others = others};
    any_edge(f, c, which, take_out, &r);
    fair inner = *f;
    inner.states = memory_new((size_t)f->g->count + 1, sizeof *inner.states);
    inner.first = memory_new((size_t)f->g->count + 3, sizeof *inner.first);
    refine(&inner, rest, depth + 1);
    free(inner.states);
    free(inner.first);
    inner.states = f->states;
    inner.first = f->first;
    *f = inner;
    free(rest);
}

// One component: is it fair, and if not, which of its edges are not for ever? They are
// taken out. A fair one is noted and taken out as a whole.
static void look_at(fair *f, const components *c, uint32_t which, bool *gone, bool *taken_out,
                    uint32_t depth)
{
    sum s = {0};
    any_edge(f, c, which, add_up, &s);
    if (!s.inside)
        return;
    uint32_t state = f->states[f->first[which]];
    attempt a = {.fair = f, .which = which};
    bool unlucky = false;
    removal r = {.gone = taken_out, .could = s.could & ~s.stepped};
    if (!r.could && s.missed && !s.many && f->ends[state] && depth < DEPTH_MAX)
        unlucky = any_edge(f, c, which, find_attempt, &a);
    if (unlucky) {
        note(f, REFUSAL_UNLUCKY, state);
        refine_without(f, c, which, a.tried, gone, depth);
        r.missed = a.tried;
    } else if (!r.could) {
        r.all = true;
        note(f, f->ends[state] ? REFUSAL_CYCLE : REFUSAL_STUCK, state);
        if (f->wanted == state && !f->lap)
            f->lap = components_lap(c, state, &f->lap_count);
    }
    any_edge(f, c, which, take_out, &r);
}

static void refine(fair *f, bool *gone, uint32_t depth)
{
    bool *next = memory_copy(gone, f->g->edge_count + 1);
    for (bool more = true; more;) {
        components c;
        components_find(&c, f->g, gone);
        sort_states(f, &c);
        if (!f->top) {
            f->top = memory_copy(c.of, ((size_t)f->g->count + 1) * sizeof *c.of);
            note_hopes(f);
        }
        for (uint32_t i = 0; i < c.count; i++)
            look_at(f, &c, i, gone, next, depth);
        components_fini(&c);
        more = memcmp(gone, next, f->g->edge_count) != 0;
        memcpy(gone, next, f->g->edge_count);
    }
    free(next);
}

static void fair_run(fair *f, const state_graph *g, uint32_t wanted)
{
    *f = (fair){.g = g, .wanted = wanted, .seen = intern_new(), .hopes = intern_new()};
    f->ends = reach_ends(g);
    f->states = memory_new((size_t)g->count + 1, sizeof *f->states);
    f->first = memory_new((size_t)g->count + 3, sizeof *f->first);
    bool *gone = memory_new(g->edge_count + 1, sizeof *gone);
    for (uint64_t i = 0; i < g->edge_count; i++)
        gone[i] = edge_turns(g, &g->edges[i])->spurious;
    for (uint32_t i = 0; i < g->count; i++)
        if (g->nodes[i].dozes)
            note(f, REFUSAL_ASLEEP, i);
    refine(f, gone, 0);
    free(gone);
    free(f->ends);
    free(f->states);
    free(f->first);
    free(f->top);
    intern_free(f->seen);
    intern_free(f->hopes);
}

static int by_kind(const void *a, const void *b)
{
    const refusal *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->state < y->state ? -1 : x->state > y->state;
}

refusal *state_graph_refusals(const state_graph *g, uint32_t *count)
{
    fair f;
    fair_run(&f, g, STATE_NONE);
    if (f.count)
        qsort(f.found, f.count, sizeof *f.found, by_kind);
    *count = f.count;
    return f.found;
}

uint32_t *state_graph_lap(const state_graph *g, uint32_t state, uint32_t *count)
{
    fair f;
    fair_run(&f, g, state);
    free(f.found);
    *count = f.lap_count;
    return f.lap;
}
