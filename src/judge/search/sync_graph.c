// SPDX-License-Identifier: MIT
// From a history to a graph whose matchings are its explanations: see sync_graph.h.
//
// A vertex is an operation. Two are neighbours if they overlap and the spec lets them
// meet with the results they had. Every operation that returned must be matched,
// unless it can have acted alone; one that never returned may be matched or not.
// Vertices that need not be matched are `optional`, whichever the reason.
//
// That the spec has no state is not taken on trust: a step that leaves the initial
// state is noticed, and then this judge is not the right one. All steps that the
// history could take are asked for, so none that matters is overlooked.

#include "judge/search/sync_graph.h"

#include "base/memory.h"
#include "judge/search/matching.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1 << 16 };

typedef struct builder {
    lp_step step; // first: the spec's emit gets a pointer to it
    const judge_task *task;
    void *state; // the only one
    size_t state_size;
    uint32_t initial_count;
    const lp_op *asked[2]; // who is asked about
    bool allowed;          // what was answered
    bool has_state;        // some step leaves the initial state: not for us
    uint32_t sync;         // the answer's synchronisation, its operations in order …
    uint32_t members[2];   // … of the last pair or operation asked about
    graph graph;
    bool *optional;
    uint64_t pairs;
} builder;

static void emit_initial(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    (void)results;
    builder *b = (builder *)s;
    if (b->initial_count++ == 0) {
        b->state = memory_copy(next, size);
        b->state_size = size;
    }
}

static void emit(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    builder *b = (builder *)s;
    for (uint32_t i = 0; i < s->count; i++)
        if (!lp_op_pending(b->asked[i]) && !lp_value_equal(b->asked[i]->result, results[i]))
            return;
    b->allowed = true;
    b->has_state |= size != b->state_size || (size && memcmp(next, b->state, size) != 0);
}

// Does the spec allow these to take effect together, in these places?
static bool ask(builder *b, uint32_t sync, uint32_t first, uint32_t second, uint32_t count)
{
    uint32_t ops[] = {first, second};
    lp_call calls[2];
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &b->task->history->ops[ops[i]];
        b->asked[i] = op;
        calls[i] = (lp_call){b->task->methods[ops[i]],
                             b->task->spec->looks_at_process ? op->process : 0, op->arg};
        b->members[i] = ops[i];
    }
    b->step.state = b->state;
    b->step.state_size = b->state_size;
    b->step.sync = b->sync = sync;
    b->step.count = count;
    b->step.calls = calls;
    b->allowed = false;
    b->task->spec->step(&b->step);
    return b->allowed;
}

static bool alone(builder *b, uint32_t op)
{
    const lp_spec *spec = b->task->spec;
    for (uint32_t s = 0; s < spec->sync_count; s++)
        if (spec->syncs[s].count == 1 && spec->syncs[s].methods[0] == b->task->methods[op] &&
            ask(b, s, op, 0, 1))
            return true;
    return false;
}

// May these two, which overlap, have met?
static bool meet(builder *b, uint32_t one, uint32_t two)
{
    const lp_spec *spec = b->task->spec;
    const uint32_t *m = b->task->methods;
    for (uint32_t s = 0; s < spec->sync_count; s++) {
        const lp_sync *sync = &spec->syncs[s];
        if (lp_sync_most(sync) < 2)
            continue;
        uint32_t a = lp_sync_method(sync, 0), z = lp_sync_method(sync, 1);
        if (m[one] == a && m[two] == z && ask(b, s, one, two, 2))
            return true;
        if (m[two] == a && m[one] == z && !(a == z && sync->alike) && ask(b, s, two, one, 2))
            return true;
    }
    return false;
}

// Is every step that this builder could ask about of a kind it knows?
static bool suits(const lp_spec *spec)
{
    bool fits = spec->syncs && !spec->needs_result;
    for (uint32_t s = 0; s < spec->sync_count && fits; s++)
        fits = lp_sync_most(&spec->syncs[s]) <= 2;
    return fits;
}

static void start(builder *b, const judge_task *task)
{
    *b = (builder){.task = task};
    b->step = (lp_step){.spec = task->spec, .pool = task->history->pool, .emit = emit_initial};
    task->spec->initial(task->spec, &b->step);
    b->step.emit = emit;
    b->optional = memory_new(task->history->op_count, sizeof *b->optional);
}

static void finish(builder *b)
{
    free(b->state);
    free(b->optional);
    graph_fini(&b->graph);
}

// Sweeps over the history: two operations overlap if one is open when the other is
// called. False: a limit was reached, or there is a state.
static bool build(builder *b, bool stuck)
{
    const lp_history *h = b->task->history;
    uint32_t *open = memory_new(h->op_count, sizeof *open), count = 0;
    bool fine = true;
    graph_begin(&b->graph, h->op_count);
    for (uint32_t i = 0; i < h->event_count && fine; i++) {
        uint32_t op = h->events[i].op;
        if (h->events[i].is_return) {
            uint32_t k = 0;
            while (open[k] != op)
                k++;
            open[k] = open[--count];
            continue;
        }
        bool pending = lp_op_pending(&h->ops[op]);
        b->optional[op] = alone(b, op) || pending; // asked in any case, for its state
        if (stuck && pending)
            continue; // it has not met anybody
        for (uint32_t k = 0; k < count; k++)
            if (meet(b, open[k], op))
                graph_edge(&b->graph, open[k], op);
        open[count++] = op;
        uint64_t before = b->pairs;
        b->pairs += count;
        if (before / LOOK_EVERY != b->pairs / LOOK_EVERY)
            fine = !limits_reached(b->task->limits);
        fine &= !b->has_state;
    }
    free(open);
    return fine;
}

// Could any that never returned still go on? All of them are open at the end.
static bool can_go_on(builder *b)
{
    const lp_history *h = b->task->history;
    bool can = false;
    for (uint32_t i = 0; i < h->op_count && !can; i++) {
        if (!lp_op_pending(&h->ops[i]))
            continue;
        can = alone(b, i);
        for (uint32_t k = 0; k < i && !can; k++)
            can = lp_op_pending(&h->ops[k]) && meet(b, k, i);
    }
    return can;
}

// Colours methods so that those that meet differ. False: it cannot be done.
static bool two_sides(const lp_spec *spec, bool *left)
{
    enum { NEITHER, LEFT, RIGHT };
    uint8_t side[LP_MAX_METHODS] = {0};
    for (uint32_t m = 0; m < LP_MAX_METHODS; m++) {
        if (side[m] == NEITHER)
            side[m] = LEFT;
        // As often as there are methods: by then the colours of m's have spread.
        for (uint32_t round = 0; round < LP_MAX_METHODS; round++)
            for (uint32_t s = 0; s < spec->sync_count; s++) {
                if (lp_sync_most(&spec->syncs[s]) < 2)
                    continue;
                uint32_t a = lp_sync_method(&spec->syncs[s], 0);
                uint32_t z = lp_sync_method(&spec->syncs[s], 1);
                if (side[a] && side[a] == side[z])
                    return false;
                if (side[a])
                    side[z] = side[a] == LEFT ? RIGHT : LEFT;
                else if (side[z])
                    side[a] = side[z] == LEFT ? RIGHT : LEFT;
            }
    }
    for (uint32_t m = 0; m < LP_MAX_METHODS; m++)
        left[m] = side[m] == LEFT;
    return true;
}

// mate gets a matching that leaves out optional vertices only, if there is one.
static bool match(builder *b, uint32_t *mate, lp_verdict *v)
{
    uint32_t n = b->graph.count;
    bool left_method[LP_MAX_METHODS];
    bool bipartite = two_sides(b->task->spec, left_method);
    verdict_set(&v->judge, bipartite ? "bipartite matching" : "general matching");
    graph doubled = {0};
    bool any = false;
    for (uint32_t i = 0; i < n; i++)
        any |= b->optional[i];
    graph_finish(&b->graph);
    if (any)
        graph_double(&b->graph, b->optional, &doubled);
    const graph *g = any ? &doubled : &b->graph;
    bool *left = memory_new(g->count, sizeof *left);
    uint32_t *all = memory_new(g->count, sizeof *all);
    for (uint32_t i = 0; bipartite && i < g->count; i++)
        left[i] = left_method[b->task->methods[i < n ? i : i - n]] == (i < n);
    bool found = bipartite ? matching_bipartite(g, left, all) : matching_general(g, all, NULL);
    if (!found && b->task->suspects) {
        bool *why = memory_new(g->count, sizeof *why);
        matching_general(g, all, why);
        for (uint32_t i = 0; i < g->count; i++)
            b->task->suspects[i < n ? i : i - n] |= why[i];
        free(why);
    }
    for (uint32_t i = 0; i < n; i++)
        mate[i] = all[i] < n ? all[i] : MATCHING_NONE;
    graph_fini(&doubled);
    free(left);
    free(all);
    return found;
}

// Each pair, and each that acted alone, at the moment of its last call: before any of
// its returns, and so in an order that keeps real time.
static void give_witness(builder *b, const uint32_t *mate, lp_verdict *v)
{
    const lp_history *h = b->task->history;
    v->witness = memory_new(h->op_count, sizeof *v->witness);
    for (uint32_t op = 0; op < h->op_count; op++) { // in the order of calls
        bool matched = mate[op] != MATCHING_NONE;
        if (matched && mate[op] > op)
            continue;
        if (!matched && lp_op_pending(&h->ops[op]))
            continue;
        if (matched)
            meet(b, mate[op], op); // again, to know how
        else
            alone(b, op);
        lp_effect *effect = &v->witness[v->witness_count++];
        *effect = (lp_effect){.count = matched ? 2 : 1, .sync = b->sync};
        memcpy(effect->ops, b->members, effect->count * sizeof *effect->ops);
    }
    v->has_witness = true;
}

bool sync_graph_run(const judge_task *task, bool stuck, lp_verdict *v)
{
    if (!suits(task->spec))
        return false;
    builder b;
    start(&b, task);
    bool built = b.initial_count == 1 && build(&b, stuck);
    bool ours = b.initial_count == 1 && !b.has_state;
    if (built && ours) {
        uint32_t *mate = memory_new(task->history->op_count, sizeof *mate);
        bool good = match(&b, mate, v) && !(stuck && can_go_on(&b));
        v->outcome = good ? LP_HOLDS : LP_VIOLATED;
        if (good && task->want_witness)
            give_witness(&b, mate, v);
        free(mate);
    } else if (ours) {
        verdict_copy(&v->judge, "matching");
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    }
    finish(&b);
    return ours;
}
