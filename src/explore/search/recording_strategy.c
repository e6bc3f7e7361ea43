// SPDX-License-Identifier: MIT
// See recording_strategy.h. At each decision the step before it has been made: where its thread has come to and what it has
// returned is known. The decisions of an execution are those of the execution before it up to the one at which another
// alternative is taken; the states that these led to are remembered.

#include "explore/search/recording_strategy.h"

#include "base/memory.h"
#include "explore/runtime/client.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/runtime.h"
#include "explore/search/decision_path.h"
#include "explore/search/state_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = RUN_EVENTS_MAX + 1 };

typedef struct trail_point {
    uint32_t node, choice;
} trail_point;

// The step that was chosen last.
typedef struct taken_step {
    const fiber *who;                // NULL: main, up to the first decision
    uint32_t process, method, known; // known: events of this process before it
    bool inner;                      // not while main is alone, nor before or after the threads
    const void *pc;
} taken_step;

typedef struct recording {
    strategy base;
    strategy *inner;
    effect_graph *graph;
    trail_point *trail;
    size_t trail_capacity;
    uint32_t trail_count, depth;
    taken_step taken;
} recording;

static bool is_method(uint32_t process)
{
    return process <= rt.thread_count;
}

static uint32_t method_of(const effect_graph *g, uint32_t process, uint32_t call)
{
    return subject_method(effect_graph_subject(g), client_call(process, call)->method);
}

static uint32_t events_of(uint32_t process)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < rt.event_count; i++)
        count += rt.events[i].process == process;
    return count;
}

// The method of the operation that this process is in, or begins with its next step.
static uint32_t open_method(const effect_graph *g, const fiber *f, uint32_t process)
{
    if (!is_method(process))
        return NO_METHOD;
    if (f->s.call_waits)
        return method_of(g, process, f->s.call);
    for (uint32_t i = rt.event_count; i-- > 0;)
        if (rt.events[i].process == process)
            return rt.events[i].is_return ? NO_METHOD : method_of(g, process, rt.events[i].call);
    return NO_METHOD;
}

static void take(recording *r, const fiber *f, bool goes_on)
{
    op_kind kind = f->s.next.kind;
    uint32_t process = thread_number(f);
    bool nothing = kind == OP_PROLOGUE || kind == OP_JOIN_ALL;
    r->taken = (taken_step){.who = f,
                            .process = process,
                            .known = events_of(process),
                            .method = open_method(r->graph, f, process),
                            .inner = !nothing && !rt.solo,
                            .pc = f->s.next.pc};
    if (!goes_on)
        step_now.flags &= ~(uint32_t)STEP_FAILED;
}

static void begin_taking(recording *r)
{
    r->depth = 0;
    r->taken = (taken_step){.process = rt.thread_count, .method = NO_METHOD};
}

// Of the step that was taken; `returned`: its operation has.
static uint32_t place_of(const recording *r, const run_event *returned)
{
    const taken_step *t = &r->taken;
    effect_place p;
    memset(&p, 0, sizeof p);
    p.method = t->method;
    p.failed = (step_now.flags & STEP_FAILED) != 0;
    p.pc = t->pc;
    if (returned)
        p.result = effect_kind_of(returned->result);
    else if (t->who->s.status == FIBER_PARKED)
        p.after = t->who->s.next.pc;
    return effect_graph_place(r->graph, &p);
}

static effect_label label_of(const recording *r, effect_move move, const run_event *v)
{
    lp_pool *pool = effect_graph_subject(r->graph)->pool;
    effect_label l;
    memset(&l, 0, sizeof l);
    l.move = move;
    l.process = r->taken.process;
    l.method = v ? method_of(r->graph, v->process, v->call) : r->taken.method;
    if (v)
        l.value = v->is_return ? lp_unpair(pool, v->result)
                               : scenario_call_arg(pool, client_call(v->process, v->call));
    return l;
}

// What the step that was taken was: its moves, the first of them the step.
static uint32_t moves_of(const recording *r, effect_label *moves)
{
    const run_event *events[RUN_EVENTS_MAX];
    uint32_t known = r->taken.known, count = 0, n = 0, i = 0;
    for (uint32_t k = 0; k < rt.event_count; k++)
        if (rt.events[k].process == r->taken.process && known-- == 0) {
            events[count++] = &rt.events[k];
            known = 0;
        }
    if (r->taken.inner) {
        const run_event *first = count ? events[0] : NULL;
        bool begins = first && !first->is_return;
        i = begins;
        const run_event *end = i < count && events[i]->is_return ? events[i] : NULL;
        moves[n] = label_of(r, MOVE_STEP, begins ? first : NULL);
        moves[n].begins = begins;
        moves[n++].place = place_of(r, end);
    } else {
        moves[n++] = label_of(r, MOVE_NOTHING, NULL);
    }
    for (; i < count; i++)
        moves[n++] = label_of(r, events[i]->is_return ? MOVE_RETURN : MOVE_ALONE, events[i]);
    return n;
}

// The execution has come to this node.
static void arrive(recording *r, uint32_t node)
{
    static effect_label moves[MOVES_MAX];
    uint32_t count = moves_of(r, moves);
    const trail_point *before = r->depth ? &r->trail[r->depth - 1] : NULL;
    effect_graph_add(r->graph, before ? before->node : EFFECT_START, node,
                     before ? before->choice : NO_CHOICE, moves, count);
}

static uint32_t decide(strategy *s, const decision *d)
{
    recording *r = (recording *)s;
    if (r->depth == r->trail_count) {
        uint64_t hash[2] = {0};
        if (effect_graph_merges(r->graph))
            state_hash(hash);
        MEMORY_GROW(r->trail, r->trail_capacity, (size_t)r->trail_count + 1);
        r->trail[r->trail_count] = (trail_point){effect_graph_node(r->graph, hash), NO_CHOICE};
        arrive(r, r->trail[r->trail_count++].node);
    }
    uint32_t index = r->inner->type->decide(r->inner, d);
    if (index == DECIDE_STOP)
        return index;
    trail_point *at = &r->trail[r->depth++];
    uint32_t option = decision_option(d, index), choice = schedule_step(d->is_choice, option);
    if (at->choice != choice)
        r->trail_count = r->depth;
    at->choice = choice;
    take(r, d->is_choice ? rt.current : &rt.fibers[option], d->is_choice);
    return index;
}

static void begin(strategy *s)
{
    recording *r = (recording *)s;
    begin_taking(r);
    r->inner->type->begin(r->inner);
}

static void end(strategy *s)
{
    recording *r = (recording *)s;
    r->inner->type->end(r->inner);
}

static void finish(strategy *s)
{
    recording *r = (recording *)s;
    arrive(r, EFFECT_END);
    r->inner->type->finish(r->inner);
}

static bool has_more(const strategy *s)
{
    const strategy *inner = ((const recording *)s)->inner;
    return inner->type->has_more(inner);
}

static bool next(strategy *s)
{
    strategy *inner = ((recording *)s)->inner;
    return inner->type->next(inner);
}

static void restart(strategy *s)
{
    recording *r = (recording *)s;
    effect_graph_again(r->graph);
    r->trail_count = 0;
    r->inner->type->restart(r->inner);
}

static void schedule_of(const strategy *s, schedule *out)
{
    const strategy *inner = ((const recording *)s)->inner;
    inner->type->schedule(inner, out);
}

static double part_done(const strategy *s)
{
    const strategy *inner = ((const recording *)s)->inner;
    return inner->type->part_done(inner);
}

static void figures(const strategy *s, search_figures *f)
{
    const strategy *inner = ((const recording *)s)->inner;
    inner->type->figures(inner, f);
}

static const struct state_graph *graph(const strategy *s)
{
    const strategy *inner = ((const recording *)s)->inner;
    return inner->type->graph(inner);
}

static void free_recording(strategy *s)
{
    recording *r = (recording *)s;
    strategy_free(r->inner);
    free(r->trail);
    free(r);
}

static const strategy_type recording_type = {
    .free = free_recording,
    .begin = begin,
    .decide = decide,
    .end = end,
    .finish = finish,
    .has_more = has_more,
    .next = next,
    .restart = restart,
    .schedule = schedule_of,
    .part_done = part_done,
    .figures = figures,
    .graph = graph,
};

strategy *recording_strategy_new(strategy *inner, effect_graph *g)
{
    assert(!inner->type->reduces && !inner->type->samples);
    recording *r = memory_new(1, sizeof *r);
    *r = (recording){.base = {&recording_type}, .inner = inner, .graph = g};
    return &r->base;
}

void recording_finish(effect_graph *g)
{
    schedule shared = {0};
    schedule_note_shared(&shared);
    effect_graph_finish(g, shared.shared_stacks, shared.shared_tls);
    schedule_fini(&shared);
}
