// SPDX-License-Identifier: MIT
// What removes to come rule out now: see lookahead.h.

#include "judge/search/lookahead.h"

#include "base/memory.h"
#include "judge/fast/value_numbers.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

typedef enum role { OTHER, ADD_FRONT, ADD_BACK, REMOVE_FRONT, REMOVE_BACK } role;

static const struct {
    const char *spec, *method;
    role role;
} roles[] = {
    {"queue", "enq", ADD_BACK},
    {"queue", "try_enq", ADD_BACK},
    {"queue", "deq", REMOVE_FRONT},
    {"queue", "try_deq", REMOVE_FRONT},
    {"bounded-queue", "enq", ADD_BACK},
    {"bounded-queue", "put", ADD_BACK},
    {"bounded-queue", "try_enq", ADD_BACK},
    {"bounded-queue", "deq", REMOVE_FRONT},
    {"bounded-queue", "take", REMOVE_FRONT},
    {"bounded-queue", "try_deq", REMOVE_FRONT},
    {"stack", "push", ADD_BACK},
    {"stack", "try_push", ADD_BACK},
    {"stack", "pop", REMOVE_BACK},
    {"stack", "try_pop", REMOVE_BACK},
    {"deque", "push_front", ADD_FRONT},
    {"deque", "push_back", ADD_BACK},
    {"deque", "try_push_front", ADD_FRONT},
    {"deque", "try_push_back", ADD_BACK},
    {"deque", "pop_front", REMOVE_FRONT},
    {"deque", "pop_back", REMOVE_BACK},
    {"deque", "try_pop_front", REMOVE_FRONT},
    {"deque", "try_pop_back", REMOVE_BACK},
};

// Of a value that is added once: how it came out.
typedef struct way_out {
    role role; // OTHER: it did not
    uint32_t call, ret;
    bool added;
} way_out;

typedef struct removal {
    uint32_t call, ret, value;
} removal;

typedef enum lookahead_kind { NOTHING, PAIRS, TURNS } lookahead_kind;

struct lookahead {
    uint8_t *role;   // of each operation; OTHER if it had no effect, or nobody knows on which value
    uint32_t *value; // of each add: the number of its value
    value_numbers numbers;
    lookahead_kind kind;
    bool refuted;
    bool takers;       // removes that never returned: any value may have come out
    way_out *out;      // of each value
    removal *removals; // those that gave a value, in the order of their calls
    uint32_t removal_count;
};

static bool adds(role r)
{
    return r == ADD_FRONT || r == ADD_BACK;
}

static bool removes(role r)
{
    return r == REMOVE_FRONT || r == REMOVE_BACK;
}

bool lookahead_fits(const lp_spec *spec)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (spec_is(spec, roles[i].spec))
            return true;
    return false;
}

static void find_roles(const lp_spec *spec, role *of_method)
{
    // By the spec's own names: --map may have given them to other methods.
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (spec_is(spec, roles[i].spec))
            of_method[spec_own_method(spec, roles[i].method)] = roles[i].role;
}

static lp_value value_of(const lp_op *op, role r)
{
    return adds(r) ? op->arg : op->result;
}

static role role_of(const lp_op *op, role of_method)
{
    if (adds(of_method) && !lp_op_pending(op) && lp_value_equal(op->result, LP_FALSE))
        return OTHER;
    if (removes(of_method) && !lp_op_pending(op) && lp_is_nil(op->result))
        return OTHER;
    return of_method;
}

static void number_values(lookahead *l, const lp_history *h)
{
    bool integers = true;
    int64_t low = 0, high = 0;
    for (uint32_t i = 0, n = 0; i < h->op_count; i++) {
        role r = l->role[i];
        if (r == OTHER)
            continue;
        lp_value v = value_of(&h->ops[i], r);
        if (v.kind != LP_KIND_INT) {
            integers = false;
            continue;
        }
        int64_t x = lp_to_int(v);
        low = !n || x < low ? x : low;
        high = !n++ || x > high ? x : high;
    }
    value_numbers_init(&l->numbers, h->op_count, integers, low, high);
    for (uint32_t i = 0; i < h->op_count; i++) {
        role r = l->role[i];
        if (r != OTHER)
            l->value[i] = value_number_add(&l->numbers, value_of(&h->ops[i], r));
    }
}

// Did a value come out, by some return, more often than it had been put in by then?
static bool count_out(const lookahead *l, const lp_history *h)
{
    uint32_t *inside = memory_new((size_t)value_numbers_most(&l->numbers) + 1, sizeof *inside);
    bool wrong = false;
    for (uint32_t i = 0; i < h->event_count && !wrong; i++) {
        uint32_t op = h->events[i].op;
        if (adds(l->role[op]) && !h->events[i].is_return)
            inside[l->value[op]]++;
        else if (removes(l->role[op]) && h->events[i].is_return)
            wrong = !inside[l->value[op]]--;
    }
    free(inside);
    return wrong;
}

// False: some value was added, or removed, twice.
static bool find_ways_out(lookahead *l, const lp_history *h)
{
    l->out = memory_new((size_t)value_numbers_most(&l->numbers) + 1, sizeof *l->out);
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        if (l->role[i] == OTHER)
            continue;
        way_out *w = &l->out[l->value[i]];
        if (adds(l->role[i])) {
            if (w->added)
                return false;
            w->added = true;
        } else {
            if (w->role != OTHER)
                return false;
            *w = (way_out){l->role[i], op->call, op->ret, w->added};
        }
    }
    return true;
}

static void list_removals(lookahead *l, const lp_history *h)
{
    l->removals = memory_new((size_t)h->op_count + 1, sizeof *l->removals);
    for (uint32_t i = 0; i < h->op_count; i++) // operations are in the order of their calls
        if (removes(l->role[i]))
            l->removals[l->removal_count++] = (removal){h->ops[i].call, h->ops[i].ret, l->value[i]};
}

lookahead *lookahead_new(const judge_task *task)
{
    const lp_history *h = task->history;
    role of_method[LP_MAX_METHODS] = {OTHER};
    find_roles(task->spec, of_method);
    lookahead *l = memory_new(1, sizeof *l);
    l->role = memory_new((size_t)h->op_count + 1, sizeof *l->role);
    l->value = memory_new((size_t)h->op_count + 1, sizeof *l->value);
    bool fifo = true;
    for (uint32_t i = 0; i < h->op_count; i++) {
        role r = role_of(&h->ops[i], of_method[task->methods[i]]);
        if (removes(r) && lp_op_pending(&h->ops[i])) {
            l->takers = true; // what it took, nobody knows
            r = OTHER;
        }
        l->role[i] = (uint8_t)r;
        fifo &= r == OTHER || r == ADD_BACK || r == REMOVE_FRONT;
    }
    number_values(l, h);
    l->refuted = count_out(l, h);
    if (find_ways_out(l, h)) {
        l->kind = PAIRS;
    } else if (fifo && !l->takers) {
        l->kind = TURNS;
        list_removals(l, h);
    }
    return l;
}

void lookahead_free(lookahead *l)
{
    if (!l)
        return;
    value_numbers_fini(&l->numbers);
    free(l->role);
    free(l->value);
    free(l->out);
    free(l->removals);
    free(l);
}

bool lookahead_refutes(const lookahead *l)
{
    return l->refuted;
}

bool lookahead_is_add(const lookahead *l, uint32_t op)
{
    return adds(l->role[op]);
}

// Can the first not come out before the second?
static bool too_late(const lookahead *l, const way_out *first, const way_out *second)
{
    return first->role == OTHER ? !l->takers : second->ret < first->call;
}

static bool may_lie(const lookahead *l, const way_out *front, const way_out *back)
{
    bool over_front = back->role == REMOVE_FRONT, over_back = front->role == REMOVE_BACK;
    return !(over_front && over_back) && !(over_front && too_late(l, front, back)) &&
           !(over_back && too_late(l, back, front));
}

// Gives the value to the remove that gives it at this turn.
static bool give(const lookahead *l, uint32_t value, lookahead_mark *m)
{
    uint32_t soonest = UINT32_MAX, found = UINT32_MAX;
    if (m->first == l->removal_count)
        return true; // it stays inside
    for (uint32_t i = m->first; i < l->removal_count && l->removals[i].call < soonest; i++) {
        const removal *r = &l->removals[i];
        if (i - m->first < 64 && m->taken >> (i - m->first) & 1)
            continue;
        if (r->value == value && (found == UINT32_MAX || r->ret < l->removals[found].ret))
            found = i;
        soonest = r->ret < soonest ? r->ret : soonest;
    }
    if (found == UINT32_MAX)
        return false;
    if (found - m->first >= 64) {
        m->first = l->removal_count; // too many at once to keep: from now on, nothing is said
        return true;
    }
    m->taken |= 1ull << (found - m->first);
    while (m->taken & 1) {
        m->taken >>= 1;
        m->first++;
    }
    return true;
}

bool lookahead_allows(const lookahead *l, uint32_t op, const lp_value *values, size_t count,
                      lookahead_mark *mark)
{
    if (l->kind != PAIRS)
        return l->kind == NOTHING || give(l, l->value[op], mark);
    const way_out *new = &l->out[l->value[op]];
    bool front = l->role[op] == ADD_FRONT;
    for (size_t i = 0; i < count; i++) {
        const way_out *old = &l->out[value_number_find(&l->numbers, values[i])];
        if (!may_lie(l, front ? new : old, front ? old : new))
            return false;
    }
    return true;
}
