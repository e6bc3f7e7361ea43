// SPDX-License-Identifier: MIT
// Enumeration and witness checking: see oracle.h. Deliberately plain.

#include "judge/search/oracle.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef bool (*order_relation)(const lp_op *, const lp_op *);

// A state of the spec, as bytes. Kept 16-byte aligned by malloc.
typedef struct state {
    void *bytes;
    size_t size;
} state;

// What a spec emits for one step, of which only what fits the results seen.
typedef struct outcomes {
    lp_step step; // first: the spec's emit gets a pointer to it
    const lp_op *ops[LP_MAX_ARITY];
    state *list;
    size_t count, capacity;
} outcomes;

static void keep(outcomes *o, const void *next, size_t size)
{
    MEMORY_GROW(o->list, o->capacity, o->count + 1);
    o->list[o->count++] = (state){memory_copy(next, size), size};
}

static void emit_initial(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    (void)results;
    keep((outcomes *)s, next, size);
}

static void emit(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    outcomes *o = (outcomes *)s;
    for (uint32_t i = 0; i < s->count; i++)
        if (!lp_op_pending(o->ops[i]) && !lp_value_equal(o->ops[i]->result, results[i]))
            return;
    keep(o, next, size);
}

static void drop(outcomes *o)
{
    for (size_t i = 0; i < o->count; i++)
        free(o->list[i].bytes);
    free(o->list);
}

static outcomes ask(const judge_task *task, const state *from, uint32_t sync, const uint32_t *ops,
                    uint32_t count)
{
    lp_call calls[LP_MAX_ARITY];
    lp_value want[LP_MAX_ARITY];
    bool all_known = true;
    outcomes o = {.step = {.spec = task->spec, .pool = task->history->pool, .emit = emit}};
    for (uint32_t i = 0; i < count; i++) {
        const lp_op *op = &task->history->ops[ops[i]];
        calls[i] = (lp_call){task->methods[ops[i]], task->spec->looks_at_process ? op->process : 0,
                             op->arg};
        want[i] = op->result;
        all_known &= !lp_op_pending(op);
        o.ops[i] = op;
    }
    o.step.state = from->bytes;
    o.step.state_size = from->size;
    o.step.sync = sync;
    o.step.count = count;
    o.step.calls = calls;
    o.step.want = task->spec->needs_result && all_known ? want : NULL;
    task->spec->step(&o.step);
    return o;
}

typedef struct search {
    const judge_task *task;
    order_relation precedes;
    bool *done;
    uint64_t steps, budget;
    bool exhausted;   // the budget is
    bool stuck;       // only maximal orders without open operations will do
    bool could_go_on; // some group could take effect after the order looked at
} search;

// May the operation take effect now: is there no returned operation left that
// must come before it?
static bool eligible(const search *s, uint32_t op)
{
    const lp_history *h = s->task->history;
    if (s->done[op])
        return false;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (!s->done[i] && i != op && !lp_op_pending(&h->ops[i]) &&
            s->precedes(&h->ops[i], &h->ops[op]))
            return false;
    return true;
}

static bool finished(const search *s)
{
    const lp_history *h = s->task->history;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (!s->done[i] && !lp_op_pending(&h->ops[i]))
            return false;
    return true;
}

static bool explain(search *s, const state *now);
static bool try_all(search *s, const state *now);

static bool try_group(search *s, const state *now, uint32_t sync, const uint32_t *ops,
                      uint32_t count)
{
    if (s->budget && ++s->steps > s->budget) {
        s->exhausted = true;
        return false;
    }
    outcomes o = ask(s->task, now, sync, ops, count);
    s->could_go_on |= o.count > 0;
    for (uint32_t i = 0; i < count; i++)
        s->done[ops[i]] = true;
    bool found = false;
    for (size_t i = 0; i < o.count && !found; i++)
        found = explain(s, &o.list[i]);
    for (uint32_t i = 0; i < count; i++)
        s->done[ops[i]] = false;
    drop(&o);
    return found;
}

// In a hurry, those who are alike are tried in one order only.
static bool out_of_order(const search *s, const lp_sync *shape, const uint32_t *ops,
                         uint32_t chosen, uint32_t op)
{
    return s->budget && shape->alike && chosen > 0 && op < ops[chosen - 1] &&
           lp_sync_method(shape, chosen) == lp_sync_method(shape, chosen - 1);
}

// All choices of distinct eligible operations for the places of a synchronisation.
static bool try_sync(search *s, const state *now, uint32_t sync, uint32_t *ops, uint32_t chosen)
{
    const lp_sync *shape = &s->task->spec->syncs[sync];
    if (chosen >= shape->count && try_group(s, now, sync, ops, chosen))
        return true;
    if (chosen == lp_sync_most(shape) || chosen == LP_MAX_ARITY)
        return false;
    for (uint32_t i = 0; i < s->task->history->op_count && !s->exhausted; i++) {
        bool taken = s->task->methods[i] != lp_sync_method(shape, chosen) ||
                     out_of_order(s, shape, ops, chosen, i) || !eligible(s, i);
        for (uint32_t k = 0; k < chosen; k++)
            taken |= ops[k] == i;
        if (taken)
            continue;
        ops[chosen] = i;
        if (try_sync(s, now, sync, ops, chosen + 1))
            return true;
    }
    return false;
}

// Every order is followed until nothing can be added (Definition 7). Then: is all that
// returned in it, and nothing else (Definition 8: no return is anticipated)?
static bool explain_stuck(search *s, const state *now)
{
    const lp_history *h = s->task->history;
    s->could_go_on = false;
    if (try_all(s, now))
        return true;
    bool maximal = !s->could_go_on;
    s->could_go_on = true; // seen from one step before: there was this one
    for (uint32_t i = 0; i < h->op_count; i++)
        if (s->done[i] == lp_op_pending(&h->ops[i]))
            return false;
    return maximal && !s->exhausted;
}

static bool explain(search *s, const state *now)
{
    if (s->stuck)
        return explain_stuck(s, now);
    return finished(s) || try_all(s, now);
}

static bool try_all(search *s, const state *now)
{
    uint32_t ops[LP_MAX_ARITY];
    for (uint32_t i = 0; i < s->task->spec->sync_count; i++)
        if (try_sync(s, now, i, ops, 0))
            return true;
    for (uint32_t i = 0; !s->task->spec->syncs && i < s->task->history->op_count && !s->exhausted;
         i++)
        if (eligible(s, i) && try_group(s, now, s->task->methods[i], &i, 1))
            return true;
    return false;
}

static outcomes initial_states(const judge_task *task)
{
    outcomes o = {.step = {.spec = task->spec, .pool = task->history->pool, .emit = emit_initial}};
    task->spec->initial(task->spec, &o.step);
    return o;
}

static lp_outcome enumerate(const judge_task *task, order_relation precedes, uint64_t budget,
                            bool stuck)
{
    search s = {.task = task, .precedes = precedes, .budget = budget, .stuck = stuck};
    s.done = memory_new(task->history->op_count, sizeof *s.done);
    outcomes start = initial_states(task);
    bool found = false;
    for (size_t i = 0; i < start.count && !found; i++)
        found = explain(&s, &start.list[i]);
    drop(&start);
    free(s.done);
    return found ? LP_HOLDS : s.exhausted ? LP_UNKNOWN : LP_VIOLATED;
}

lp_outcome oracle_enumerate(const judge_task *task, order_relation precedes, uint64_t budget)
{
    return enumerate(task, precedes, budget, false);
}

lp_outcome oracle_enumerate_stuck(const judge_task *task, order_relation precedes, uint64_t budget)
{
    return enumerate(task, precedes, budget, true);
}

lp_outcome oracle_judge(const judge *j, const judge_task *task, uint64_t budget)
{
    return enumerate(task, j->precedes, budget, j->stuck);
}

// Is the order complete, without repetition, and does it keep `precedes`?
static bool order_fits(const judge_task *task, order_relation precedes, const lp_effect *order,
                       uint32_t count)
{
    const lp_history *h = task->history;
    uint32_t *position = memory_new(h->op_count, sizeof *position); // 0: not in the order
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        for (uint32_t k = 0; k < order[i].count && fits; k++) {
            fits = order[i].ops[k] < h->op_count && position[order[i].ops[k]] == 0;
            if (fits)
                position[order[i].ops[k]] = i + 1;
        }
    }
    for (uint32_t a = 0; a < h->op_count && fits; a++) {
        fits = position[a] || lp_op_pending(&h->ops[a]);
        for (uint32_t b = 0; b < h->op_count && fits; b++)
            if (a != b && position[a] && position[b] && precedes(&h->ops[a], &h->ops[b]))
                fits = position[a] < position[b];
    }
    free(position);
    return fits;
}

bool oracle_check_witness(const judge_task *task, order_relation precedes, const lp_effect *order,
                          uint32_t count)
{
    if (!order_fits(task, precedes, order, count))
        return false;
    outcomes now = initial_states(task);
    for (uint32_t i = 0; i < count && now.count; i++) {
        outcomes next = {0};
        for (size_t n = 0; n < now.count; n++) {
            uint32_t sync = task->spec->syncs ? order[i].sync : task->methods[order[i].ops[0]];
            outcomes o = ask(task, &now.list[n], sync, order[i].ops, order[i].count);
            for (size_t k = 0; k < o.count; k++) {
                bool known = false;
                for (size_t x = 0; x < next.count; x++)
                    known |= next.list[x].size == o.list[k].size &&
                             memcmp(next.list[x].bytes, o.list[k].bytes, o.list[k].size) == 0;
                if (!known)
                    keep(&next, o.list[k].bytes, o.list[k].size);
            }
            drop(&o);
        }
        drop(&now);
        now = next;
    }
    bool allowed = now.count > 0;
    drop(&now);
    return allowed;
}
