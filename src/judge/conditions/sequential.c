// SPDX-License-Identifier: MIT
// Sequential consistency (Lamport, 1979): some order of all operations keeps
// each process's own order and is allowed by the spec. Real time between
// processes does not count, so it is neither local nor prefix-closed.
//
// Depth-first over how far each process has come, with the spec's state; a
// combination met before is not tried again. Each process is a lane; an
// operation that never returned is a lane of its own that need not be walked, and
// can be only once its process has come as far as it had when it was called.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/judge.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1024, NO_LANE = UINT32_MAX };

typedef struct walk {
    const judge_task *task;
    automaton *automaton;
    uint32_t *lane_ops;   // operations, lane after lane
    uint32_t *lane_start; // lane i is lane_ops[lane_start[i]] … [lane_start[i + 1] - 1]
    uint32_t lane_count;
    uint32_t *after_lane; // per lane: where its process's operations are …
    uint32_t *after_at;   // … and how many of them come before it
    uint32_t *at;         // how far each lane has come; then the state: the memo's key
    uint32_t to_go;       // operations that returned and have not taken effect
    intern *seen;
    uint64_t steps;
    bool stopped;
    lp_effect *path;
    uint32_t depth;
} walk;

static bool process_order(const lp_op *a, const lp_op *b)
{
    return !lp_op_pending(a) && a->process == b->process && a->call < b->call;
}

// Lanes in order of first call; pending operations last, each alone.
static void make_lanes(walk *w)
{
    const lp_history *h = w->task->history;
    intern *processes = intern_new();
    uint32_t *lane_of = memory_new(h->op_count, sizeof *lane_of);
    for (uint32_t i = 0; i < h->op_count; i++)
        lane_of[i] = intern_add(processes, &h->ops[i].process, sizeof h->ops[i].process);
    uint32_t count = intern_count(processes), pending = 0;
    intern_free(processes);
    for (uint32_t i = 0; i < h->op_count; i++)
        pending += lp_op_pending(&h->ops[i]);
    w->lane_count = count + pending;
    w->lane_start = memory_new((size_t)w->lane_count + 1, sizeof *w->lane_start);
    w->after_lane = memory_new(w->lane_count, sizeof *w->after_lane);
    w->after_at = memory_new(w->lane_count, sizeof *w->after_at);
    w->lane_ops = memory_new(h->op_count, sizeof *w->lane_ops);
    w->at = memory_new((size_t)w->lane_count + 1, sizeof *w->at);
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (lp_op_pending(&h->ops[i])) {
            w->after_lane[count] = lane_of[i];
            w->after_at[count] = w->lane_start[lane_of[i] + 1]; // counted so far
            lane_of[i] = count++;
        }
        w->lane_start[lane_of[i] + 1]++;
    }
    for (uint32_t i = 0; i < w->lane_count; i++)
        w->lane_start[i + 1] += w->lane_start[i];
    for (uint32_t i = 0; i < h->op_count; i++) {
        w->lane_ops[w->lane_start[lane_of[i]] + w->at[lane_of[i]]++] = i;
        w->to_go += !lp_op_pending(&h->ops[i]);
    }
    memset(w->at, 0, ((size_t)w->lane_count + 1) * sizeof *w->at);
    free(lane_of);
}

// The operation at the head of a lane; NO_LANE when there is none now.
static uint32_t head(const walk *w, uint32_t lane)
{
    if (w->at[w->after_lane[lane]] < w->after_at[lane])
        return NO_LANE;
    uint32_t i = w->lane_start[lane] + w->at[lane];
    return i < w->lane_start[lane + 1] ? w->lane_ops[i] : NO_LANE;
}

static bool search(walk *w, uint32_t state);

static bool take(walk *w, uint32_t state, uint32_t sync, const uint32_t *lanes, uint32_t count)
{
    const lp_history *h = w->task->history;
    uint32_t calls[LP_MAX_ARITY] = {0}, want[LP_MAX_ARITY] = {0}, returned = 0;
    lp_effect effect = {.count = count, .sync = sync};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t op = head(w, lanes[i]);
        bool pending = lp_op_pending(&h->ops[op]);
        calls[i] =
            automaton_call(w->automaton, w->task->methods[op], h->ops[op].process, h->ops[op].arg);
        want[i] = pending ? 0 : automaton_result(w->automaton, h->ops[op].result);
        returned += !pending;
        effect.ops[i] = op;
    }
    uint32_t edges;
    const automaton_edge *edge =
        automaton_step(w->automaton, state, sync, calls, count, want, &edges);
    if (!edges)
        return false;
    // The edges must outlive the search below, which asks the automaton again.
    automaton_edge *copy = memory_copy(edge, edges * sizeof *edge);
    for (uint32_t i = 0; i < count; i++)
        w->at[lanes[i]]++;
    w->to_go -= returned;
    w->path[w->depth++] = effect;
    bool found = false;
    for (uint32_t i = 0; i < edges && !found; i++)
        found = search(w, copy[i].next);
    free(copy);
    if (found)
        return true;
    w->depth--;
    w->to_go += returned;
    for (uint32_t i = 0; i < count; i++)
        w->at[lanes[i]]--;
    return false;
}

static bool choose(walk *w, uint32_t state, uint32_t sync, uint32_t *lanes, uint32_t chosen)
{
    const lp_sync *shape = &w->task->spec->syncs[sync];
    if (chosen >= shape->count && take(w, state, sync, lanes, chosen))
        return true;
    if (chosen == lp_sync_most(shape))
        return false;
    for (uint32_t lane = 0; lane < w->lane_count; lane++) {
        uint32_t op = head(w, lane);
        uint32_t method = lp_sync_method(shape, chosen);
        bool fits = op != NO_LANE && w->task->methods[op] == method;
        for (uint32_t i = 0; i < chosen; i++)
            fits &= lanes[i] != lane &&
                    !(shape->alike && lanes[i] > lane && lp_sync_method(shape, i) == method);
        lanes[chosen] = lane;
        if (fits && choose(w, state, sync, lanes, chosen + 1))
            return true;
    }
    return false;
}

static bool search(walk *w, uint32_t state)
{
    if (w->to_go == 0)
        return true;
    w->at[w->lane_count] = state;
    bool fresh;
    intern_add_fresh(w->seen, w->at, ((size_t)w->lane_count + 1) * sizeof *w->at, &fresh);
    if (!fresh || w->stopped)
        return false;
    if (++w->steps % LOOK_EVERY == 0 && limits_reached(w->task->limits)) {
        w->stopped = true;
        return false;
    }
    uint32_t lanes[LP_MAX_ARITY];
    for (uint32_t s = 0; s < w->task->spec->sync_count; s++)
        if (choose(w, state, s, lanes, 0))
            return true;
    for (uint32_t lane = 0; !w->task->spec->syncs && lane < w->lane_count; lane++) {
        uint32_t op = head(w, lane);
        if (op != NO_LANE && take(w, state, w->task->methods[op], &lane, 1))
            return true;
    }
    return false;
}

// The search is as deep as the history is long.
enum { MOST_OPERATIONS = 20000 };

static void run(const judge_task *task, lp_verdict *v)
{
    verdict_set(&v->judge, "depth-first search");
    if (task->history->op_count > MOST_OPERATIONS) {
        verdict_decide(v, LP_UNKNOWN, "sequential consistency is judged up to %d operations",
                       MOST_OPERATIONS);
        return;
    }
    walk w = {.task = task, .automaton = automaton_new(task->spec, task->history->pool)};
    w.seen = intern_new();
    w.path = memory_new(task->history->op_count, sizeof *w.path);
    make_lanes(&w);
    uint32_t count;
    const uint32_t *initial = automaton_initial(w.automaton, &count);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = search(&w, initial[i]);
    if (found)
        v->outcome = LP_HOLDS;
    else if (w.stopped)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(task->limits));
    else
        v->outcome = LP_VIOLATED;
    if (found && task->want_witness) {
        v->witness = w.path;
        v->witness_count = w.depth;
        v->has_witness = true;
        w.path = NULL;
    }
    free(w.path);
    free(w.at);
    free(w.lane_ops);
    free(w.lane_start);
    free(w.after_lane);
    free(w.after_at);
    intern_free(w.seen);
    automaton_free(w.automaton);
}

const judge judge_sequential = {
    .name = "sequential",
    .summary = "some order keeps each process's own order and is allowed by the spec",
    .run = run,
    .precedes = process_order,
};
