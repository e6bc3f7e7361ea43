// SPDX-License-Identifier: MIT
// Depth first over what has taken effect. After a part of an order the spec may be in one of
// several states; which, is a set, and the orders that go on from there depend on the set and
// on what is left. So each such place is counted once, and the number of orders may be
// far larger than the time it takes to find it. Listing goes the same way again, past
// places from which nothing comes.

#include "judge/evidence/witness_orders.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 16, MOST_STEPS = 1 << 16, LOOK_EVERY = 1024 };

// Some operations that could take effect together next, and the states after that.
typedef struct choice {
    uint64_t ops;
    lp_effect effect;
    uint32_t *states;
    size_t count, capacity;
} choice;

typedef struct choices {
    choice *list;
    size_t count, capacity;
} choices;

typedef struct counting {
    const judge_task *task;
    automaton *automaton;
    uint32_t calls[ORDERS_MOST_OPS], results[ORDERS_MOST_OPS];
    uint64_t before[ORDERS_MOST_OPS]; // what must have taken effect before it
    uint64_t returned;
    intern *sets;   // of states, sorted
    intern *places; // what has taken effect, and the set
    uint64_t *counts;
    size_t counts_capacity;
    uint64_t steps;
    bool stopped;
    lp_effect path[ORDERS_MOST_OPS];
    lp_orders *out;
    size_t effects_capacity, ends_capacity, effects;
} counting;

static void add_states(counting *c, choice *into, uint32_t state)
{
    uint32_t calls[LP_MAX_ARITY], want[LP_MAX_ARITY], edges;
    for (uint32_t i = 0; i < into->effect.count; i++) {
        calls[i] = c->calls[into->effect.ops[i]];
        want[i] = c->results[into->effect.ops[i]];
    }
    const automaton_edge *ways = automaton_step(c->automaton, state, into->effect.sync, calls,
                                                into->effect.count, want, &edges);
    for (uint32_t i = 0; i < edges; i++) {
        size_t at = 0;
        while (at < into->count && into->states[at] < ways[i].next)
            at++;
        if (at < into->count && into->states[at] == ways[i].next)
            continue;
        MEMORY_GROW(into->states, into->capacity, into->count + 1);
        memmove(into->states + at + 1, into->states + at,
                (into->count - at) * sizeof *into->states);
        into->states[at] = ways[i].next;
        into->count++;
    }
}

// The same operations in other places of a synchronisation are the same step of an order.
static void add_choice(counting *c, choices *all, const lp_effect *effect, uint32_t set)
{
    uint64_t ops = 0;
    for (uint32_t i = 0; i < effect->count; i++)
        ops |= UINT64_C(1) << effect->ops[i];
    size_t at = 0, size;
    while (at < all->count && all->list[at].ops != ops)
        at++;
    if (at == all->count) {
        MEMORY_GROW(all->list, all->capacity, at + 1);
        all->list[all->count++] = (choice){.ops = ops, .effect = *effect};
    }
    choice *into = &all->list[at];
    lp_effect first = into->effect;
    into->effect = *effect;
    const uint32_t *states = intern_get(c->sets, set, &size);
    for (size_t i = 0; i < size / sizeof *states; i++)
        add_states(c, into, states[i]);
    into->effect = first;
}

static bool may_come(const counting *c, uint32_t op, uint64_t done)
{
    return !(done >> op & 1) && !(c->before[op] & ~done);
}

static void add_groups(counting *c, choices *all, uint64_t done, uint32_t set, lp_effect *chosen)
{
    const lp_sync *shape = &c->task->spec->syncs[chosen->sync];
    if (chosen->count >= shape->count)
        add_choice(c, all, chosen, set);
    if (chosen->count == lp_sync_most(shape))
        return;
    for (uint32_t i = 0; i < c->task->history->op_count; i++) {
        bool fits =
            c->task->methods[i] == lp_sync_method(shape, chosen->count) && may_come(c, i, done);
        for (uint32_t k = 0; k < chosen->count; k++)
            fits &= chosen->ops[k] != i;
        if (!fits)
            continue;
        chosen->ops[chosen->count++] = i;
        add_groups(c, all, done, set, chosen);
        chosen->count--;
    }
}

static choices choices_at(counting *c, uint64_t done, uint32_t set)
{
    choices all = {0};
    const lp_spec *spec = c->task->spec;
    for (uint32_t i = 0; i < spec->sync_count; i++)
        add_groups(c, &all, done, set, &(lp_effect){.sync = i});
    for (uint32_t i = 0; !spec->syncs && i < c->task->history->op_count; i++)
        if (may_come(c, i, done))
            add_choice(c, &all, &(lp_effect){.count = 1, .ops = {i}, .sync = c->task->methods[i]},
                       set);
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++)
        if (all.list[i].count) // those without states have no memory either
            all.list[kept++] = all.list[i];
    all.count = kept;
    return all;
}

static void choices_free(choices *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->list[i].states);
    free(all->list);
}

static uint32_t set_after(counting *c, const choice *taken)
{
    return intern_add(c->sets, taken->states, taken->count * sizeof *taken->states);
}

typedef struct place {
    uint64_t done, set;
} place;

static uint64_t count_from(counting *c, uint64_t done, uint32_t set)
{
    if (c->stopped)
        return 0;
    place here = {done, set};
    bool fresh;
    uint32_t number = intern_add_fresh(c->places, &here, sizeof here, &fresh);
    MEMORY_GROW(c->counts, c->counts_capacity, (size_t)number + 1);
    if (!fresh)
        return c->counts[number];
    c->counts[number] = 0;
    if (number >= MOST_PLACES ||
        (++c->steps % LOOK_EVERY == 0 && limits_reached(c->task->limits))) {
        c->stopped = true;
        return 0;
    }
    uint64_t sum = !(c->returned & ~done);
    choices all = choices_at(c, done, set);
    for (size_t i = 0; i < all.count; i++)
        if (__builtin_add_overflow(
                sum, count_from(c, done | all.list[i].ops, set_after(c, &all.list[i])), &sum))
            sum = UINT64_MAX;
    choices_free(&all);
    c->counts[number] = sum;
    return sum;
}

static void list_one(counting *c, uint32_t length)
{
    lp_orders *o = c->out;
    MEMORY_GROW(o->effects, c->effects_capacity, c->effects + length + 1);
    memcpy(o->effects + c->effects, c->path, length * sizeof *c->path);
    c->effects += length;
    MEMORY_GROW(o->ends, c->ends_capacity, (size_t)o->listed + 1);
    o->ends[o->listed++] = (uint32_t)c->effects;
}

static void list_from(counting *c, uint64_t done, uint32_t set, uint32_t length)
{
    place here = {done, set};
    uint32_t number = intern_find(c->places, &here, sizeof here);
    bool known = !c->stopped && number != INTERN_NONE;
    if ((known && !c->counts[number]) || ++c->steps > MOST_STEPS)
        return;
    if (!(c->returned & ~done))
        list_one(c, length);
    choices all = choices_at(c, done, set);
    for (size_t i = 0; i < all.count && c->out->listed < ORDERS_LISTED; i++) {
        c->path[length] = all.list[i].effect;
        list_from(c, done | all.list[i].ops, set_after(c, &all.list[i]), length + 1);
    }
    choices_free(&all);
}

static void begin(counting *c, const judge *j)
{
    const lp_history *h = c->task->history;
    c->automaton = automaton_new(c->task->spec, h->pool);
    c->sets = intern_new();
    c->places = intern_new();
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        c->calls[i] = automaton_call(c->automaton, c->task->methods[i], op->process, op->arg);
        c->results[i] = lp_op_pending(op) ? 0 : automaton_result(c->automaton, op->result);
        c->returned |= (uint64_t)!lp_op_pending(op) << i;
        for (uint32_t k = 0; k < h->op_count; k++)
            if (k != i && !lp_op_pending(&h->ops[k]) && j->precedes(&h->ops[k], op))
                c->before[i] |= UINT64_C(1) << k;
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void count_and_list(counting *c)
{
    uint32_t count;
    const uint32_t *initial = automaton_initial(c->automaton, &count);
    uint32_t *states = memory_copy(initial, count * sizeof *states);
    qsort(states, count, sizeof *states, by_number);
    uint32_t start = intern_add(c->sets, states, count * sizeof *states);
    free(states);
    c->out->count = count_from(c, 0, start);
    c->out->complete = !c->stopped && c->out->count < UINT64_MAX;
    c->steps = 0;
    list_from(c, 0, start, 0);
    if (c->stopped)
        c->out->count = c->out->listed;
}

// By separate code: is each of the orders one?
static bool all_hold(const judge *j, const judge_task *task, const lp_orders *o)
{
    for (uint32_t i = 0; i < o->listed; i++) {
        uint32_t from = i ? o->ends[i - 1] : 0;
        if (!oracle_check_witness(task, j->precedes, o->effects + from, o->ends[i] - from))
            return false;
    }
    return true;
}

static bool fits(const judge *j, const lp_history *h, error *e)
{
    if (!j->precedes || j->stuck || j->takes)
        return error_set(e,
                         "--witness=all lists orders of the operations; %s asks for something "
                         "else than one order",
                         j->name);
    if (h->op_count > ORDERS_MOST_OPS)
        return error_set(e,
                         "--witness=all is for histories of at most %d operations; this one has "
                         "%u",
                         ORDERS_MOST_OPS, h->op_count);
    for (uint32_t i = 1; i < h->op_count; i++)
        if (!lp_value_equal(h->ops[i].object, h->ops[0].object))
            return error_set(e, "--witness=all is for histories of one object");
    return true;
}

bool orders_all(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                error *e)
{
    uint32_t methods[ORDERS_MOST_OPS];
    if (!fits(j, h, e) || !resolve_methods(h, spec, methods, e))
        return false;
    judge_task task = {.history = h, .methods = methods, .spec = spec, .limits = l};
    counting c = {.task = &task, .out = memory_new(1, sizeof *c.out)};
    v->orders = c.out;
    begin(&c, j);
    count_and_list(&c);
    bool fine = all_hold(j, &task, c.out);
    intern_free(c.sets);
    intern_free(c.places);
    automaton_free(c.automaton);
    free(c.counts);
    v->rechecked = fine;
    if (!v->history) {
        bool *all = memory_new(h->op_count, sizeof *all);
        memset(all, true, h->op_count);
        v->history = lp_history_select(h, all);
        free(all);
    }
    return fine || error_set(e, "internal error: an order that was found explains nothing; please "
                                "report it");
}
