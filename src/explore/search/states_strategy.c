// SPDX-License-Identifier: MIT
// Depth-first search that does not continue from a state seen before: stateful model checking
// of the program itself, where VeriSoft (Godefroid, POPL 1997) keeps no states. States are kept
// as hashes of 128 bits (hash compaction: Wolper and Leroy, CAV 1993). What a state is, and why
// nothing is lost: see state_table.h.
//
// A decision with one alternative is no branch; such states are stored only now and then, so
// that a thread that spins for ever is still noticed. The graph that was walked is kept, for
// endless runs: see state_fair.c. With --lock-free the first cycle on the path, or the first
// operation that waits, ends the search.

#include "explore/search/states_strategy.h"

#include "base/memory.h"
#include "explore/interpose/sync.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/runtime.h"
#include "explore/search/depth_first.h"
#include "explore/search/state_table.h"

#include <stdlib.h>

typedef struct states {
    strategy base;
    bool lock_free;
    depth_first search;
    state_graph *graph;
    uint32_t at;          // the last stored state of this execution
    uint32_t choice_from; // what was chosen there
    turns since;          // who has stepped since, and who could not
    uint32_t cycle_from;  // of a cycle: the decision it comes back to
    uint32_t lonely;      // decisions without an alternative since the last stored state
} states;

static strategy *create(const search_options *o)
{
    states *s = memory_new(1, sizeof *s);
    s->lock_free = o->lock_free;
    s->graph = state_graph_new();
    depth_first_init(&s->search, UINT32_MAX);
    return &s->base;
}

static void free_states(strategy *base)
{
    states *s = (states *)base;
    depth_first_fini(&s->search);
    state_graph_free(s->graph);
    free(s);
}

static void begin(strategy *base)
{
    states *s = (states *)base;
    depth_first_begin(&s->search);
    s->at = STATE_NONE;
    s->choice_from = CHOICE_NONE;
    s->since = (turns){0};
    s->lonely = 0;
    turns_now = &s->since;
    config.frames = true;
}

static void end(strategy *base)
{
    (void)base;
    turns_now = NULL;
    config.frames = false;
}

bool decision_dozes(const decision *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (d->is_choice || !fiber_dozes(&rt.fibers[d->options[i]]))
            return false;
    return true;
}

// Stores the state of a fresh decision. False: it was seen before.
static bool store(states *s, const decision *d, branch *f)
{
    bool dozes = decision_dozes(d);
    s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->count == 1 && s->lonely < STATES_EVERY && !dozes)
        return true;
    s->lonely = 0;
    bool fresh;
    f->state = state_graph_add(s->graph, s->at, s->choice_from, s->since, &fresh);
    if (fresh && dozes)
        state_graph_doze(s->graph, f->state);
    return fresh;
}

// Is that state on the path? The search is depth first and complete, so every cycle there
// is shows up so.
static bool closes_cycle(states *s, uint32_t state)
{
    for (uint32_t i = 0; i < s->search.path.depth; i++)
        if (depth_first_branch(&s->search, i)->state == state) {
            s->cycle_from = i;
            return true;
        }
    return false;
}

// An operation that waits: if no other thread is run, none finishes.
static bool somebody_waits(void)
{
    for (uint32_t i = 1; i <= rt.thread_count; i++)
        if (rt.fibers[i].s.status == FIBER_PARKED && !fiber_enabled(&rt.fibers[i]))
            return true;
    return false;
}

static uint32_t take(states *s, const decision *d, const branch *f)
{
    uint32_t index = depth_first_take(&s->search, f);
    if (d->is_choice)
        return index;
    for (uint32_t i = 0; i < d->count; i++)
        if (!fiber_dozes(&rt.fibers[d->options[i]]))
            s->since.could |= 1u << d->options[i];
    s->since.stepped |= 1u << d->options[index];
    s->since.spurious = s->since.spurious || fiber_dozes(&rt.fibers[d->options[index]]);
    state_note_past(&rt.fibers[d->options[index]]);
    return index;
}

static uint32_t decide(strategy *base, const decision *d)
{
    states *s = (states *)base;
    bool fresh;
    branch *f = depth_first_at(&s->search, d, &fresh);
    if (!f)
        return strategy_differs();
    if (fresh && !store(s, d, f)) {
        bool cycle = s->lock_free && closes_cycle(s, f->state);
        return strategy_stop(cycle ? END_CYCLE : END_PRUNED, "seen before");
    }
    if (s->lock_free && fresh && somebody_waits())
        return strategy_stop(END_WAITS, "an operation waits for another thread");
    if (!fresh)
        s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->state != STATE_NONE) {
        s->at = f->state;
        s->lonely = 0;
        s->choice_from = f->count > 1 || decision_dozes(d) ? f->at.taken : CHOICE_NONE;
        s->since = (turns){0};
    }
    return take(s, d, f);
}

static void finish(strategy *base)
{
    states *s = (states *)base;
    state_graph_finish(s->graph, s->at, s->since);
}

static bool has_more(const strategy *base)
{
    return depth_first_has_more(&((const states *)base)->search);
}

static bool next(strategy *base)
{
    return depth_first_next(&((states *)base)->search);
}

static void restart(strategy *base)
{
    states *s = (states *)base;
    path_clear(&s->search.path);
    state_graph_free(s->graph);
    s->graph = state_graph_new();
}

static void schedule_of(const strategy *base, schedule *out)
{
    path_schedule(&((const states *)base)->search.path, out);
}

static void figures(const strategy *base, search_figures *f)
{
    f->states = state_graph_count(((const states *)base)->graph);
}

static const struct state_graph *graph(const strategy *base)
{
    return ((const states *)base)->graph;
}

uint32_t states_cycle(const strategy *base, uint32_t *length)
{
    const states *s = (const states *)base;
    uint32_t steps = 0;
    for (uint32_t i = s->cycle_from; i < s->search.path.depth; i++) {
        const path_frame *f = path_at(&s->search.path, i);
        if (!f->is_choice)
            steps |= 1u << f->taken;
    }
    *length = s->search.path.depth - s->cycle_from;
    return steps;
}

const strategy_type states_strategy = {
    .create = create,
    .free = free_states,
    .begin = begin,
    .decide = decide,
    .end = end,
    .finish = finish,
    .has_more = has_more,
    .next = next,
    .restart = restart,
    .schedule = schedule_of,
    .part_done = strategy_no_estimate,
    .figures = figures,
    .graph = graph,
};
