// SPDX-License-Identifier: MIT
// From operations to lifetimes of values: see lifetimes.h.

#include "judge/lifetimes.h"

#include "base/memory.h"
#include "judge/value_numbers.h"
#include "spec/registry.h"

#include <stdlib.h>

typedef enum role { ROLE_OTHER, ROLE_ADD, ROLE_REMOVE, ROLE_PEEK } role;

typedef struct loading {
    lifetimes *t;
    const judge_task *task;
    uint8_t roles[LP_MAX_METHODS];
    value_numbers numbers;
    size_t peek_capacity, empty_capacity;
    bool wrong; // removed twice, or never added
} loading;

static void set_roles(loading *l, const container_methods *methods)
{
    const char *names[] = {NULL, methods->add, methods->remove, methods->peek};
    for (int i = ROLE_ADD; i <= ROLE_PEEK; i++) {
        uint32_t m = names[i] ? spec_method(l->task->spec, names[i]) : UINT32_MAX;
        if (m != UINT32_MAX)
            l->roles[m] = (uint8_t)i;
    }
}

// Numbers the values added. False: one was added twice, or a method is unknown.
static bool load_adds(loading *l)
{
    const lp_history *h = l->task->history;
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool integers = true;
    uint32_t adds = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        role r = l->roles[l->task->methods[i]];
        if (r == ROLE_OTHER)
            return false;
        if (r != ROLE_ADD)
            continue;
        adds++;
        lp_value v = h->ops[i].arg;
        integers &= v.kind == LP_KIND_INT;
        low = v.bits < low ? v.bits : low;
        high = v.bits > high ? v.bits : high;
    }
    value_numbers_init(&l->numbers, adds, integers, low, high);
    uint32_t most = l->numbers.range ? l->numbers.range : adds;
    l->t->values = memory_new(most, sizeof *l->t->values);
    l->t->names = memory_new(most, sizeof *l->t->names);
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (l->roles[l->task->methods[i]] != ROLE_ADD)
            continue;
        const lp_op *op = &h->ops[i];
        uint32_t n = value_number_add(&l->numbers, op->arg);
        lifetime *v = &l->t->values[n];
        if (v->present)
            return false;
        *v = (lifetime){op->call, op->ret, NEVER, NEVER, NEVER, true};
        l->t->names[n] = op->arg;
    }
    l->t->count = value_numbers_most(&l->numbers);
    return true;
}

static void load_empty(loading *l, const lp_op *op)
{
    lifetimes *t = l->t;
    MEMORY_GROW(t->empties, l->empty_capacity, t->empty_count + 1);
    t->empties[t->empty_count++] = (peek){0, op->call, op->ret};
}

static void load_remove(loading *l, const lp_op *op)
{
    if (lp_op_pending(op)) {
        l->t->pending_remove = true;
        return;
    }
    if (lp_is_nil(op->result)) {
        load_empty(l, op);
        return;
    }
    uint32_t n = value_number_find(&l->numbers, op->result);
    lifetime *v = n == VALUE_NONE ? NULL : &l->t->values[n];
    if (!v || !v->present || v->rr != NEVER || op->ret < v->ai) {
        l->wrong = true;
        return;
    }
    v->ri = op->call;
    v->rr = v->seen = op->ret;
}

static void load_peek(loading *l, const lp_op *op)
{
    lifetimes *t = l->t;
    if (lp_op_pending(op))
        return;
    if (lp_is_nil(op->result)) {
        load_empty(l, op);
        return;
    }
    uint32_t n = value_number_find(&l->numbers, op->result);
    if (n == VALUE_NONE || !t->values[n].present || op->ret < t->values[n].ai) {
        l->wrong = true;
        return;
    }
    MEMORY_GROW(t->peeks, l->peek_capacity, t->peek_count + 1);
    t->peeks[t->peek_count++] = (peek){n, op->call, op->ret};
}

// What the peeks prove.
static void apply_peeks(loading *l)
{
    for (uint32_t i = 0; i < l->t->peek_count; i++) {
        const peek *p = &l->t->peeks[i];
        lifetime *v = &l->t->values[p->value];
        l->wrong |= p->s > v->rr;
        v->ar = p->e < v->ar ? p->e : v->ar;
        v->seen = p->e < v->seen ? p->e : v->seen;
        if (v->ri != NEVER)
            v->ri = p->s > v->ri ? p->s : v->ri;
    }
}

lp_outcome lifetimes_init(lifetimes *t, const judge_task *task, const container_methods *methods)
{
    *t = (lifetimes){0};
    loading l = {.t = t, .task = task};
    set_roles(&l, methods);
    bool fine = load_adds(&l);
    const lp_history *h = task->history;
    for (uint32_t i = 0; fine && i < h->op_count && !l.wrong; i++) {
        role r = l.roles[task->methods[i]];
        if (r == ROLE_REMOVE)
            load_remove(&l, &h->ops[i]);
        else if (r == ROLE_PEEK)
            load_peek(&l, &h->ops[i]);
    }
    value_numbers_fini(&l.numbers);
    if (!fine)
        return LP_UNKNOWN;
    apply_peeks(&l);
    for (uint32_t i = 0; i < t->count; i++) {
        lifetime *v = &t->values[i];
        v->present &= v->ar != NEVER || v->seen != NEVER;
    }
    return l.wrong ? LP_VIOLATED : LP_HOLDS;
}

void lifetimes_fini(lifetimes *t)
{
    free(t->values);
    free(t->names);
    free(t->peeks);
    free(t->empties);
}

bool lifetimes_empties_fit(const lifetimes *t, uint32_t event_count)
{
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
    for (uint32_t i = 0; i < t->empty_count && fit; i++)
        fit = next[t->empties[i].s] < t->empties[i].e;
    free(change);
    return fit;
}

lp_outcome lifetimes_verdict(const lifetimes *t, lp_outcome found)
{
    return found == LP_VIOLATED && t->pending_remove ? LP_UNKNOWN : found;
}
