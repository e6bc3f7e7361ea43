// SPDX-License-Identifier: MIT
// See quasi_oracle.h.

#include "judge/quasi_oracle.h"

#include "spec/automaton.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 24, NONE = UINT32_MAX, INSERT = 0, REMOVE, PEEK, TRY_INSERT, TRY_REMOVE };

// Algorithm 2, with its names.
typedef struct enabled {
    uint32_t ev;
    int lateness;
} enabled;

typedef struct stack_state {
    enabled enabled[MOST + 1];
    uint32_t enabled_count;
    bool done[MOST];
    uint32_t select;
} stack_state;

// When an event becomes enabled: k steps before its own, or at the start.
static void add_newly_enabled(stack_state *s, uint32_t at, uint32_t n, uint32_t k)
{
    for (uint32_t ev = 0; ev < n; ev++) {
        uint32_t first = ev < k ? 0 : ev - k;
        if (first == at)
            s->enabled[s->enabled_count++] = (enabled){ev, (int)at - (int)ev};
    }
}

static void update_enabled_and_lateness(stack_state *states, uint32_t at, uint32_t n, uint32_t k)
{
    stack_state *s = &states[at];
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; at && i < states[at - 1].enabled_count; i++) {
        enabled e = states[at - 1].enabled[i];
        if (e.ev != states[at - 1].select)
            s->enabled[s->enabled_count++] = (enabled){e.ev, e.lateness + 1};
    }
    add_newly_enabled(s, at, n, k);
}

static uint32_t pick_an_enabled_event(const stack_state *s, uint32_t k)
{
    uint32_t found = NONE;
    for (uint32_t i = 0; i < s->enabled_count; i++) {
        enabled e = s->enabled[i];
        if (e.lateness == (int)k) // must be selected
            return s->done[e.ev] ? NONE : e.ev;
        if (!s->done[e.ev] && (found == NONE || e.ev < found))
            found = e.ev;
    }
    return found;
}

bool round_up_permutations(uint32_t n, uint32_t k, permutation_visit visit, void *context)
{
    static _Thread_local stack_state states[MOST + 1];
    uint32_t order[MOST] = {0}, at = 0;
    if (n == 0)
        return visit(context, order, 0);
    update_enabled_and_lateness(states, 0, n, k);
    for (;;) {
        uint32_t ev = pick_an_enabled_event(&states[at], k);
        if (ev == NONE && at == 0)
            return false;
        if (ev == NONE) {
            at--;
            continue;
        }
        states[at].select = order[at] = ev;
        states[at].done[ev] = true;
        if (at + 1 < n)
            update_enabled_and_lateness(states, ++at, n, k);
        else if (visit(context, order, n))
            return true;
    }
}

// Every order that keeps real time.
typedef struct orders {
    const judge_task *task;
    uint32_t order[MOST], count;
    bool used[MOST];
    bool (*visit)(struct orders *o);
    void *context;
} orders;

static bool each_order(orders *o)
{
    const lp_history *h = o->task->history;
    if (o->count == h->op_count)
        return o->visit(o);
    for (uint32_t i = 0; i < h->op_count; i++) {
        bool may = !o->used[i];
        for (uint32_t k = 0; k < h->op_count && may; k++)
            may = o->used[k] || !lp_op_precedes(&h->ops[k], &h->ops[i]);
        if (!may)
            continue;
        o->used[i] = true;
        o->order[o->count++] = i;
        bool found = each_order(o);
        o->count--;
        o->used[i] = false;
        if (found)
            return true;
    }
    return false;
}

// Is a before b in what the exact object removes? a, b: places in the list.
static bool is_ahead(const judge_task *t, const lp_value *list, uint32_t a, uint32_t b)
{
    if (spec_is(t->spec, "queue"))
        return a < b;
    if (spec_is(t->spec, "stack"))
        return a > b;
    return lp_value_compare(t->history->pool, list[a], list[b]) < 0;
}

// One sequence of inserts and removes, with drained values behind it.
typedef struct sequence {
    const judge_task *task;
    uint32_t k;
    bool removes[MOST];
    lp_value value[MOST]; // inserted or removed; nil: a remove that found nothing
    uint32_t count;
    uint32_t at[MOST], moved; // of the removes with a value: where they are
    lp_value left[MOST];
    uint32_t left_count;
} sequence;

static bool is_legal(void *context, const uint32_t *order, uint32_t n)
{
    const sequence *s = context;
    lp_value now[MOST], list[MOST];
    uint32_t count = 0;
    memcpy(now, s->value, sizeof now);
    for (uint32_t i = 0; i < n; i++)
        now[s->at[i]] = s->value[s->at[order[i]]];
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->removes[i]) {
            list[count++] = now[i];
            continue;
        }
        if (lp_is_nil(now[i]) != (count == 0))
            return false;
        if (count == 0)
            continue;
        uint32_t front = 0;
        for (uint32_t k = 1; k < count; k++)
            front = is_ahead(s->task, list, k, front) ? k : front;
        if (!lp_value_equal(list[front], now[i]))
            return false;
        memmove(list + front, list + front + 1, (count - front - 1) * sizeof *list);
        count--;
    }
    return true;
}

static void add_remove(sequence *s, lp_value v)
{
    if (!lp_is_nil(v))
        s->at[s->moved++] = s->count;
    s->removes[s->count] = true;
    s->value[s->count++] = v;
}

// In every order of draining.
static bool drain(sequence *s)
{
    if (s->left_count == 0)
        return round_up_permutations(s->moved, s->k, is_legal, s);
    for (uint32_t i = 0; i < s->left_count; i++) {
        sequence next = *s;
        add_remove(&next, s->left[i]);
        next.left[i] = next.left[--next.left_count];
        if (drain(&next))
            return true;
    }
    return false;
}

static bool permutes(orders *o)
{
    sequence s = {.task = o->task, .k = *(const uint32_t *)o->context};
    for (uint32_t i = 0; i < o->count; i++) {
        const lp_op *op = &o->task->history->ops[o->order[i]];
        if (o->task->methods[o->order[i]] == INSERT) {
            s.value[s.count++] = op->arg;
            s.left[s.left_count++] = op->arg;
            continue;
        }
        add_remove(&s, op->result);
        if (lp_is_nil(op->result))
            continue;
        uint32_t k = 0;
        while (k < s.left_count && !lp_value_equal(s.left[k], op->result))
            k++;
        if (k == s.left_count)
            return false; // it is not inside
        s.left[k] = s.left[--s.left_count];
    }
    return drain(&s);
}

bool round_up_explains(const judge_task *task, uint32_t k)
{
    orders o = {.task = task, .visit = permutes, .context = &k};
    return each_order(&o);
}

typedef struct container {
    const judge_task *task;
    const uint32_t *order;
    relaxation bounds;
    lp_value list[MOST];
    uint32_t skipped[MOST], count;
} container;

static bool runs(const container *c, uint32_t at);

static bool runs_without(const container *c, uint32_t at, uint32_t i, bool peek)
{
    container next = *c;
    uint32_t distance = 0;
    for (uint32_t k = 0; k < c->count; k++) {
        if (!is_ahead(c->task, c->list, k, i))
            continue;
        distance++;
        if (++next.skipped[k] > c->bounds.lateness)
            return false;
    }
    if (distance > c->bounds.distance)
        return false;
    if (peek)
        return runs(c, at + 1);
    for (uint32_t k = i; k + 1 < c->count; k++) {
        next.list[k] = next.list[k + 1];
        next.skipped[k] = next.skipped[k + 1];
    }
    next.count--;
    return runs(&next, at + 1);
}

static bool runs(const container *c, uint32_t at)
{
    const lp_history *h = c->task->history;
    if (at == h->op_count)
        return true;
    const lp_op *op = &h->ops[c->order[at]];
    uint32_t method = c->task->methods[c->order[at]];
    if (method == INSERT || method == TRY_INSERT) {
        container next = *c;
        if (method == INSERT || lp_value_equal(op->result, LP_TRUE)) {
            next.skipped[next.count] = 0;
            next.list[next.count++] = op->arg;
        }
        return runs(&next, at + 1);
    }
    if (lp_is_nil(op->result))
        return (method == TRY_REMOVE || c->count == 0) && runs(c, at + 1);
    for (uint32_t i = 0; i < c->count; i++)
        if (lp_value_equal(c->list[i], op->result) && runs_without(c, at, i, method == PEEK))
            return true;
    return false;
}

static bool restricted(orders *o)
{
    container c = {.task = o->task, .order = o->order, .bounds = *(const relaxation *)o->context};
    return runs(&c, 0);
}

bool restrictions_explain(const judge_task *task, relaxation bounds)
{
    orders o = {.task = task, .visit = restricted, .context = &bounds};
    return each_order(&o);
}

typedef struct pair {
    const judge_task *task;
    const quasi_sets *sets;
    automaton *automaton;
    uint32_t legal[MOST], count; // the order that the spec allows
    bool used[MOST];
} pair;

// Where the operation is in the order, counted among its set.
static int64_t index_of(const pair *p, const uint32_t *order, uint32_t op)
{
    const uint32_t *of = p->sets->of_method, *methods = p->task->methods;
    int64_t n = 0;
    for (uint32_t i = 0; order[i] != op; i++)
        n += of[methods[order[i]]] == of[methods[op]];
    return n;
}

static bool is_near(orders *o)
{
    const pair *p = o->context;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t set = p->sets->of_method[p->task->methods[i]];
        if (set != QUASI_FREE &&
            llabs(index_of(p, o->order, i) - index_of(p, p->legal, i)) > p->sets->factor[set])
            return false;
    }
    return true;
}

static bool each_legal(pair *p, uint32_t state)
{
    const lp_history *h = p->task->history;
    if (p->count == h->op_count) {
        orders o = {.task = p->task, .visit = is_near, .context = p};
        return each_order(&o);
    }
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (p->used[i])
            continue;
        const lp_op *op = &h->ops[i];
        uint32_t method = p->task->methods[i], count;
        uint32_t call = automaton_call(p->automaton, method, op->process, op->arg);
        uint32_t want = automaton_result(p->automaton, op->result);
        automaton_edge edges[MOST];
        const automaton_edge *all =
            automaton_step(p->automaton, state, method, &call, 1, &want, &count);
        memcpy(edges, all, count * sizeof *edges);
        p->used[i] = true;
        p->legal[p->count++] = i;
        bool found = false;
        for (uint32_t k = 0; k < count && !found; k++)
            found = each_legal(p, edges[k].next);
        p->count--;
        p->used[i] = false;
        if (found)
            return true;
    }
    return false;
}

bool definition_4_explains(const judge_task *task, const quasi_sets *sets)
{
    pair p = {.task = task, .sets = sets};
    p.automaton = automaton_new(task->spec, task->history->pool);
    uint32_t count;
    const uint32_t *initial = automaton_initial(p.automaton, &count);
    bool found = each_legal(&p, initial[0]);
    automaton_free(p.automaton);
    return found;
}
