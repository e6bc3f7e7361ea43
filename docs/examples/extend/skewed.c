// SPDX-License-Identifier: MIT
// Example of a new condition: as linearizable, but the clocks that recorded the
// history may be off by a few events. Copy it to src/judge/conditions/skewed.c;
// nothing else has to change.
//
// Depth-first over sets of operations that have taken effect, up to 64 of them;
// a set met before in the same state is not tried again. For more operations the
// answer is "unknown". The oracle and the check of witnesses come from `precedes`.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/judge.h"
#include "spec/automaton.h"

#include <stdlib.h>

typedef struct search {
    const judge_task *task;
    automaton *automaton;
    intern *seen; // (operations done, state)
    lp_effect path[64];
    uint32_t depth;
} search;

enum { SKEW = 4 }; // events

static bool long_before(const lp_op *a, const lp_op *b)
{
    return !lp_op_pending(a) && a->ret + SKEW < b->call;
}

// Has everything that must come before this operation taken effect?
static bool may_go(const search *s, uint64_t done, uint32_t op)
{
    const lp_history *h = s->task->history;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (!(done >> i & 1) && long_before(&h->ops[i], &h->ops[op]))
            return false;
    return !(done >> op & 1);
}

static bool all_returned_are_done(const search *s, uint64_t done)
{
    for (uint32_t i = 0; i < s->task->history->op_count; i++)
        if (!(done >> i & 1) && !lp_op_pending(&s->task->history->ops[i]))
            return false;
    return true;
}

static bool explain(search *s, uint64_t done, uint32_t state)
{
    if (all_returned_are_done(s, done))
        return true;
    uint64_t key[2] = {done, state};
    bool fresh;
    intern_add_fresh(s->seen, key, sizeof key, &fresh);
    for (uint32_t i = 0; fresh && i < s->task->history->op_count; i++) {
        const lp_op *op = &s->task->history->ops[i];
        if (!may_go(s, done, i))
            continue;
        uint32_t method = s->task->methods[i], edges;
        uint32_t call = automaton_call(s->automaton, method, op->process, op->arg);
        uint32_t want = lp_op_pending(op) ? 0 : automaton_result(s->automaton, op->result);
        const automaton_edge *edge =
            automaton_step(s->automaton, state, method, &call, 1, &want, &edges);
        automaton_edge *copy = memory_copy(edge, edges * sizeof *edge);
        s->path[s->depth++] = (lp_effect){.count = 1, .ops = {i}, .sync = method};
        bool found = false;
        for (uint32_t e = 0; e < edges && !found; e++)
            found = explain(s, done | UINT64_C(1) << i, copy[e].next);
        free(copy);
        if (found)
            return true;
        s->depth--;
    }
    return false;
}

static void run(const judge_task *task, lp_verdict *v)
{
    verdict_set(&v->judge, "search over sets");
    if (task->history->op_count > 64 || task->spec->syncs) {
        verdict_decide(v, LP_UNKNOWN, "this example judges up to 64 ordinary operations");
        return;
    }
    search s = {.task = task, .automaton = automaton_new(task->spec, task->history->pool)};
    s.seen = intern_new();
    uint32_t count;
    const uint32_t *initial = automaton_initial(s.automaton, &count);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = explain(&s, 0, initial[i]);
    v->outcome = found ? LP_HOLDS : LP_VIOLATED;
    if (found && task->want_witness) {
        v->witness = memory_copy(s.path, s.depth * sizeof *s.path);
        v->witness_count = s.depth;
        v->has_witness = true;
    }
    intern_free(s.seen);
    automaton_free(s.automaton);
}

const judge judge_skewed = {
    .name = "skewed",
    .summary = "as linearizable, but the clocks may be off by four events",
    .run = run,
    .precedes = long_before,
};
