// SPDX-License-Identifier: MIT
// From operations to lifetimes of values: see lifetimes.h.

#include "judge/fast/lifetimes.h"

#include "base/memory.h"
#include "spec/registry.h"

#include <stdlib.h>

typedef enum role { OTHER, ADD, REMOVE, PEEK, TRY_ADD, TRY_REMOVE } role;

typedef struct loading {
    lifetimes *t;
    const judge_task *task;
    uint8_t roles[LP_MAX_METHODS + 1];
    size_t peek_capacity, empty_capacity, taker_capacity;
    bool named;
    bool generous;  // removes that never returned took all that was left
    uint32_t wrong; // an operation that cannot be: its value was removed before, or
                    // never added; NEVER: none
} loading;

static void set_roles(loading *l, const container_methods *methods)
{
    const char *names[] = {NULL,          methods->add,     methods->remove,
                           methods->peek, methods->try_add, methods->try_remove};
    for (int i = ADD; i <= TRY_REMOVE; i++) {
        uint32_t m = names[i] ? spec_method(l->task->spec, names[i]) : UINT32_MAX;
        if (m != UINT32_MAX)
            l->roles[m] = (uint8_t)i;
    }
}

static role role_of(const loading *l, uint32_t op)
{
    return l->roles[l->task->methods[op]];
}

// Is this operation an add that may have taken place?
static bool adds(const loading *l, uint32_t i)
{
    const lp_op *op = &l->task->history->ops[i];
    role r = role_of(l, i);
    return r == ADD || (r == TRY_ADD && (lp_op_pending(op) || lp_value_equal(op->result, LP_TRUE)));
}

// A method of another kind, or a try that says neither yes nor no.
static bool strange(const loading *l, uint32_t i)
{
    const lp_op *op = &l->task->history->ops[i];
    role r = role_of(l, i);
    return r == OTHER || (r == TRY_ADD && !lp_op_pending(op) && op->result.kind != LP_KIND_BOOL);
}

// Numbers the values added. False: one was added twice, or a method is unknown.
static bool load_adds(loading *l)
{
    const lp_history *h = l->task->history;
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool integers = true;
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (strange(l, i))
            return false;
        if (!adds(l, i))
            continue;
        count++;
        lp_value v = h->ops[i].arg;
        integers &= v.kind == LP_KIND_INT;
        low = v.bits < low ? v.bits : low;
        high = v.bits > high ? v.bits : high;
    }
    value_numbers *numbers = &l->t->numbers;
    value_numbers_init(numbers, count, integers, low, high);
    uint32_t most = numbers->range ? numbers->range : count;
    l->t->values = memory_new(most, sizeof *l->t->values);
    if (l->named)
        l->t->names = memory_new(most, sizeof *l->t->names);
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (!adds(l, i))
            continue;
        const lp_op *op = &h->ops[i];
        uint32_t n = value_number_add(numbers, op->arg);
        lifetime *v = &l->t->values[n];
        if (v->present)
            return false;
        *v = (lifetime){op->call, op->ret, NEVER, NEVER, NEVER, true};
        if (l->named)
            l->t->names[n] = op->arg;
    }
    l->t->count = value_numbers_most(numbers);
    return true;
}

static void load_empty(loading *l, const lp_op *op)
{
    lifetimes *t = l->t;
    MEMORY_GROW(t->empties, l->empty_capacity, t->empty_count + 1);
    t->empties[t->empty_count++] = (peek){0, op->call, op->ret};
}

static void load_remove(loading *l, uint32_t number, bool try)
{
    const lp_op *op = &l->task->history->ops[number];
    if (lp_op_pending(op)) {
        MEMORY_GROW(l->t->takers, l->taker_capacity, l->t->taker_count + 1);
        l->t->takers[l->t->taker_count++] = op->call;
        return;
    }
    if (lp_is_nil(op->result)) {
        if (!try)
            load_empty(l, op);
        return;
    }
    uint32_t n = value_number_find(&l->t->numbers, op->result);
    lifetime *v = n == VALUE_NONE ? NULL : &l->t->values[n];
    if (!v || !v->present || v->rr != NEVER || op->ret < v->ai) {
        l->wrong = number;
        return;
    }
    v->ri = op->call;
    v->rr = v->seen = op->ret;
}

static void load_peek(loading *l, uint32_t number)
{
    lifetimes *t = l->t;
    const lp_op *op = &l->task->history->ops[number];
    if (lp_op_pending(op))
        return;
    if (lp_is_nil(op->result)) {
        load_empty(l, op);
        return;
    }
    uint32_t n = value_number_find(&t->numbers, op->result);
    if (n == VALUE_NONE || !t->values[n].present || op->ret < t->values[n].ai) {
        l->wrong = number;
        return;
    }
    MEMORY_GROW(t->peeks, l->peek_capacity, t->peek_count + 1);
    t->peeks[t->peek_count++] = (peek){n, op->call, op->ret};
}

static void be_generous(loading *l)
{
    for (uint32_t i = 0; l->generous && l->t->taker_count && i < l->t->count; i++)
        if (l->t->values[i].rr == NEVER)
            l->t->values[i].ri = l->t->takers[0];
}

// What the peeks prove.
static void apply_peeks(loading *l)
{
    for (uint32_t i = 0; i < l->t->peek_count; i++) {
        const peek *p = &l->t->peeks[i];
        lifetime *v = &l->t->values[p->value];
        if (p->s > v->rr)
            l->wrong = l->task->history->events[p->s].op;
        v->ar = p->e < v->ar ? p->e : v->ar;
        v->seen = p->e < v->seen ? p->e : v->seen;
        if (v->ri != NEVER)
            v->ri = p->s > v->ri ? p->s : v->ri;
    }
}

static lp_outcome load(lifetimes *t, const judge_task *task, const container_methods *methods,
                       bool generous)
{
    *t = (lifetimes){0};
    loading l = {
        .t = t, .task = task, .wrong = NEVER, .named = methods->named, .generous = generous};
    set_roles(&l, methods);
    bool fine = load_adds(&l);
    const lp_history *h = task->history;
    for (uint32_t i = 0; fine && i < h->op_count && l.wrong == NEVER; i++) {
        role r = role_of(&l, i);
        if (r == REMOVE || r == TRY_REMOVE)
            load_remove(&l, i, r == TRY_REMOVE);
        else if (r == PEEK)
            load_peek(&l, i);
    }
    if (!fine)
        return LP_UNKNOWN;
    be_generous(&l);
    apply_peeks(&l);
    for (uint32_t i = 0; i < t->count; i++) {
        lifetime *v = &t->values[i];
        v->present &= v->ar != NEVER || v->seen != NEVER;
    }
    if (l.wrong == NEVER)
        return LP_HOLDS;
    suspect_events(t, task, h->ops[l.wrong].call, h->ops[l.wrong].call);
    return LP_VIOLATED;
}

static void lifetimes_fini(lifetimes *t)
{
    free(t->values);
    free(t->names);
    free(t->peeks);
    free(t->empties);
    free(t->takers);
    value_numbers_fini(&t->numbers);
}

static lp_value value_of(const lp_op *op)
{
    return !lp_is_nil(op->arg) || lp_op_pending(op) ? op->arg : op->result;
}

void suspect_values(const lifetimes *t, const judge_task *task, const bool *values)
{
    const lp_history *h = task->history;
    if (!task->suspects)
        return;
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t n = value_number_find(&t->numbers, value_of(&h->ops[i]));
        task->suspects[i] |= n != VALUE_NONE && values[n];
    }
}

void suspect_events(const lifetimes *t, const judge_task *task, uint32_t a, uint32_t b)
{
    (void)t;
    const lp_history *h = task->history;
    if (!task->suspects)
        return;
    lp_value x = value_of(&h->ops[h->events[a].op]), y = value_of(&h->ops[h->events[b].op]);
    for (uint32_t i = 0; i < h->op_count; i++) {
        lp_value v = value_of(&h->ops[i]);
        task->suspects[i] |= lp_value_equal(v, x) || lp_value_equal(v, y);
    }
}

void suspect_inside(const lifetimes *t, const judge_task *task, uint32_t s, uint32_t e)
{
    if (!task->suspects)
        return;
    bool *values = memory_new(t->count, sizeof *values);
    for (uint32_t i = 0; i < t->count; i++)
        values[i] = certainly_inside(&t->values[i]) && t->values[i].ar < e && t->values[i].ri > s;
    suspect_values(t, task, values);
    free(values);
}

bool lifetimes_empties_fit(const lifetimes *t, const judge_task *task)
{
    uint32_t event_count = task->history->event_count;
    if (!t->empty_count)
        return true;
    // change[t]: by how much instant t is covered more often than the one before;
    // then, from the right, next[t]: the first instant from t on that is not covered.
    int32_t *change = memory_new((size_t)event_count + 1, sizeof *change);
    for (uint32_t i = 0; i < t->count; i++) {
        const lifetime *v = &t->values[i];
        if (!certainly_inside(v))
            continue;
        change[v->ar]++;
        if (v->ri != NEVER)
            change[v->ri]--;
    }
    int32_t covered = 0;
    for (uint32_t i = 0; i < event_count; i++)
        change[i] = covered += change[i];
    uint32_t *next = (uint32_t *)change, free_instant = NEVER;
    for (uint32_t i = event_count; i-- > 0;) {
        if (change[i] == 0)
            free_instant = i;
        next[i] = free_instant;
    }
    bool fit = true;
    for (uint32_t i = 0; i < t->empty_count && fit; i++) {
        const peek *p = &t->empties[i];
        fit = next[p->s] < p->e;
        if (!fit && task->suspects) {
            suspect_inside(t, task, p->s, p->e);
            task->suspects[task->history->events[p->s].op] = true;
        }
    }
    free(change);
    return fit;
}

static lp_outcome
judge_assigned(const judge_task *quiet, const judge_task *task, const container_methods *methods,
               lp_outcome (*judge_values)(const lifetimes *t, const judge_task *task))
{
    if (!methods->assign)
        return LP_UNKNOWN;
    lifetimes t;
    lp_outcome found = load(&t, quiet, methods, false);
    if (found == LP_HOLDS && !methods->assign(&t, task))
        found = LP_VIOLATED;
    else if (found != LP_HOLDS || judge_values(&t, quiet) != LP_HOLDS)
        found = LP_UNKNOWN;
    lifetimes_fini(&t);
    return found;
}

lp_outcome lifetimes_judge(const judge_task *task, const container_methods *methods,
                           lp_outcome (*judge_values)(const lifetimes *t, const judge_task *task))
{
    // The suspects of one attempt are not those of another.
    judge_task quiet = *task;
    quiet.suspects = NULL;
    for (int generous = 0;; generous++) {
        lifetimes t;
        lp_outcome found = load(&t, task, methods, generous);
        if (found == LP_HOLDS)
            found = judge_values(&t, task);
        bool pending = t.taker_count > 0;
        lifetimes_fini(&t);
        if (generous && found == LP_HOLDS)
            return judge_assigned(&quiet, task, methods, judge_values);
        if (generous || found != LP_VIOLATED || !pending)
            return found;
    }
}

// A value that is removed, but with something of it not over, may turn out to have
// been inside for longer than is known: nothing from its add on is settled.
static uint32_t horizon(const lifetimes *t, const lp_history *h, uint32_t before)
{
    uint32_t first = before;
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t n = value_number_find(&t->numbers, value_of(&h->ops[i]));
        if (n == VALUE_NONE || h->ops[i].ret < before || t->values[n].rr == NEVER)
            continue;
        first = t->values[n].ai < first ? t->values[n].ai : first;
    }
    return first;
}

void lifetimes_settled(const judge_task *task, const container_methods *methods, uint32_t before,
                       bool *keep)
{
    const lp_history *h = task->history;
    lifetimes t;
    if (load(&t, task, methods, false) == LP_HOLDS) {
        uint32_t until = horizon(&t, h, before);
        bool *going_on = memory_new(t.count, sizeof *going_on);
        for (uint32_t i = 0; i < t.count; i++)
            going_on[i] = t.values[i].rr == NEVER;
        for (uint32_t i = 0; i < h->op_count; i++) {
            uint32_t n = value_number_find(&t.numbers, value_of(&h->ops[i]));
            if (n != VALUE_NONE)
                going_on[n] |= h->ops[i].ret >= until; // what is pending returns never
        }
        for (uint32_t i = 0; i < h->op_count; i++) {
            uint32_t n = value_number_find(&t.numbers, value_of(&h->ops[i]));
            keep[i] = h->ops[i].ret >= until || (n != VALUE_NONE && going_on[n]);
        }
        free(going_on);
    }
    lifetimes_fini(&t);
}
