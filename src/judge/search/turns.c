// SPDX-License-Identifier: MIT
// The turns of a queue, depth first, each configuration visited once: see turns.h. Lee and Mathur,
// "Fixed parameter tractable linearizability monitoring for stack, queue and anagram agnostic data
// types", 2025, show the problem to be tractable for a fixed number of processes; the pairing of
// adds and removes here is our own.

#include "judge/search/turns.h"

#include "base/intern.h"
#include "base/memory.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256, WINDOW = 64, NEVER_RETURNED = UINT32_MAX, NOBODY = UINT32_MAX };

// Who takes part: adds; removes and peeks that gave a value; those that found nothing;
// removes that never returned. NONE did nothing; WRONG returned what it never could.
typedef enum part { ADD, REMOVE, PEEK, EMPTY, TAKER, PARTS, NONE, WRONG } part;

typedef struct item {
    uint32_t call, ret, value;
} item;

// Which of a part had their turn: all before `first`, in the order of their calls, and of
// the 64 from there on those in `taken`, never the first.
typedef struct done {
    uint64_t taken;
    uint32_t first, zero;
} done;

// Between two turns `value` is NOBODY; else an add of it had its turn, its remove had not.
typedef struct place {
    done of[PARTS];
    uint32_t value, zero;
} place;

typedef struct turns {
    item *items[PARTS]; // in the order of their calls
    uint32_t count[PARTS];
    uint32_t values; // how many there are
    uint32_t *best;  // of each value: the add to try, in `expand`
    intern *places;
    uint32_t *stack;
    size_t depth, stack_capacity;
    bool too_many; // at once
    const judge_task *task;
} turns;

static bool has_had(const done *d, uint32_t i)
{
    return i < d->first || (i - d->first < WINDOW && d->taken >> (i - d->first) & 1);
}

// The first return among those of a part that have not had their turn.
static uint32_t first_return(const turns *t, const place *p, part c)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = p->of[c].first; i < t->count[c] && t->items[c][i].call < least; i++)
        if (t->items[c][i].ret < least && !has_had(&p->of[c], i))
            least = t->items[c][i].ret;
    return least;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// The latest call among those that had their turn, plus one; 0: none had.
static uint32_t last_call(const turns *t, const place *p, part c)
{
    const done *d = &p->of[c];
    uint32_t last = d->taken ? d->first + WINDOW - (uint32_t)__builtin_clzll(d->taken) : d->first;
    return last ? t->items[c][last - 1].call + 1 : 0;
}

static bool all_done(const turns *t, const place *p, part c)
{
    return p->of[c].first == t->count[c];
}

static void visit(turns *t, const place *p)
{
    bool fresh;
    uint32_t number = intern_add_fresh(t->places, p, sizeof *p, &fresh);
    if (!fresh)
        return;
    MEMORY_GROW(t->stack, t->stack_capacity, t->depth + 1);
    t->stack[t->depth++] = number;
}

static bool take_turn(turns *t, place *p, part c, uint32_t i)
{
    done *d = &p->of[c];
    if (i - d->first >= WINDOW) {
        t->too_many = true;
        return false;
    }
    d->taken |= 1ull << (i - d->first);
    while (d->taken & 1) {
        d->taken >>= 1;
        d->first++;
    }
    return true;
}

static void visit_after(turns *t, const place *p, part c, uint32_t i, uint32_t value)
{
    place next = *p;
    next.value = value;
    if (take_turn(t, &next, c, i))
        visit(t, &next);
}

// Those that found nothing and can stand here do.
static void take_empties(turns *t, place *p)
{
    uint32_t add = first_return(t, p, ADD), bound;
    uint32_t last = last_call(t, p, REMOVE), peek = last_call(t, p, PEEK),
             taker = last_call(t, p, TAKER);
    last = last > peek ? last : peek;
    last = last > taker ? last : taker;
    if (add < last)
        return;
    bound = least_of(least_of(add, first_return(t, p, REMOVE)), first_return(t, p, PEEK));
    for (uint32_t i = p->of[EMPTY].first; i < t->count[EMPTY]; i++)
        if (t->items[EMPTY][i].call < bound && !has_had(&p->of[EMPTY], i) &&
            !take_turn(t, p, EMPTY, i))
            return;
}

// An add of each value that may be next, the one that returns first.
static void expand_add(turns *t, const place *p)
{
    uint32_t bound = least_of(first_return(t, p, ADD), first_return(t, p, REMOVE));
    bound = least_of(bound, least_of(first_return(t, p, PEEK), first_return(t, p, EMPTY)));
    memset(t->best, 0xff, t->values * sizeof *t->best);
    const item *adds = t->items[ADD];
    for (uint32_t i = p->of[ADD].first; i < t->count[ADD] && adds[i].call < bound; i++) {
        uint32_t *best = &t->best[adds[i].value];
        if (!has_had(&p->of[ADD], i) && (*best == NOBODY || adds[i].ret < adds[*best].ret))
            *best = i;
    }
    for (uint32_t i = p->of[ADD].first; i < t->count[ADD] && adds[i].call < bound; i++)
        if (t->best[adds[i].value] == i)
            visit_after(t, p, ADD, i, adds[i].value);
}

// Peeks that may see the value now. True: one had its turn that leaves no other choice.
static bool expand_peek(turns *t, const place *p, uint32_t bound, uint32_t add)
{
    const item *peeks = t->items[PEEK];
    uint32_t to = p->of[PEEK].first;
    for (; to < t->count[PEEK] && peeks[to].call < bound; to++) {
        if (peeks[to].value == p->value && !has_had(&p->of[PEEK], to) && peeks[to].call < add) {
            visit_after(t, p, PEEK, to, p->value);
            return true;
        }
    }
    for (uint32_t i = p->of[PEEK].first; i < to; i++)
        if (peeks[i].value == p->value && !has_had(&p->of[PEEK], i))
            visit_after(t, p, PEEK, i, p->value);
    return false;
}

static void expand_remove(turns *t, const place *p, uint32_t bound, uint32_t add)
{
    const item *r = t->items[REMOVE];
    uint32_t free = NOBODY, taker = p->of[TAKER].first;
    // The last visited is the first to be expanded: removes that never returned come last.
    if (taker < t->count[TAKER] && t->items[TAKER][taker].call < bound)
        visit_after(t, p, TAKER, taker, NOBODY);
    for (uint32_t i = p->of[REMOVE].first; i < t->count[REMOVE] && r[i].call < bound; i++) {
        if (r[i].value != p->value || has_had(&p->of[REMOVE], i))
            continue;
        if (r[i].call > add)
            visit_after(t, p, REMOVE, i, NOBODY);
        else if (free == NOBODY || r[i].ret < r[free].ret)
            free = i;
    }
    if (free != NOBODY)
        visit_after(t, p, REMOVE, free, NOBODY);
}

// The value stays inside: is that the end?
static bool may_stay(const turns *t, const place *p)
{
    if (!all_done(t, p, REMOVE) || !all_done(t, p, EMPTY))
        return false;
    for (uint32_t i = p->of[PEEK].first; i < t->count[PEEK]; i++)
        if (t->items[PEEK][i].value != p->value && !has_had(&p->of[PEEK], i))
            return false;
    return true;
}

// True: all had their turn.
static bool expand(turns *t, place p)
{
    if (p.value == NOBODY) {
        take_empties(t, &p);
        if (all_done(t, &p, REMOVE) && all_done(t, &p, PEEK) && all_done(t, &p, EMPTY))
            return true;
        expand_add(t, &p);
        return false;
    }
    if (may_stay(t, &p))
        return true;
    uint32_t add = first_return(t, &p, ADD), bound;
    bound = least_of(least_of(first_return(t, &p, REMOVE), first_return(t, &p, PEEK)),
                     first_return(t, &p, EMPTY));
    if (!expand_peek(t, &p, bound, add))
        expand_remove(t, &p, bound, add);
    return false;
}

static lp_outcome search(turns *t)
{
    place start;
    memset(&start, 0, sizeof start);
    start.value = NOBODY;
    visit(t, &start);
    for (uint64_t work = 1; t->depth; work++) {
        if ((work % LOOK_EVERY == 0 && limits_reached(t->task->limits)) || work == t->task->budget)
            return LP_UNKNOWN;
        size_t size;
        place p;
        memcpy(&p, intern_get(t->places, t->stack[--t->depth], &size), sizeof p);
        if (expand(t, p))
            return LP_HOLDS;
        if (t->too_many)
            return LP_UNKNOWN;
    }
    return LP_VIOLATED;
}

typedef struct queue_methods {
    uint32_t enq, deq, peek, try_enq, try_deq;
} queue_methods;

static part part_of(const queue_methods *m, const lp_op *op, uint32_t method)
{
    bool pending = lp_op_pending(op);
    if (method == m->enq || method == m->try_enq) {
        lp_value added = method == m->enq ? LP_UNIT : LP_TRUE;
        if (pending || lp_value_equal(op->result, added))
            return ADD;
        return method == m->try_enq && lp_value_equal(op->result, LP_FALSE) ? NONE : WRONG;
    }
    if (method == m->peek && pending)
        return NONE;
    if (pending)
        return TAKER;
    if (lp_is_nil(op->result))
        return method == m->try_deq ? NONE : EMPTY;
    return method == m->peek ? PEEK : REMOVE;
}

// False: something returned what it never could.
static bool collect(turns *t, const judge_task *task)
{
    bool fine = true;
    const lp_history *h = task->history;
    const lp_spec *spec = task->spec;
    queue_methods m = {spec_own_method(spec, "enq"), spec_own_method(spec, "deq"),
                       spec_own_method(spec, "peek"), spec_own_method(spec, "try_enq"),
                       spec_own_method(spec, "try_deq")};
    intern *values = intern_new();
    for (part c = 0; c < PARTS; c++)
        t->items[c] = memory_new((size_t)h->op_count + 1, sizeof *t->items[c]);
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        part c = part_of(&m, op, task->methods[i]);
        fine &= c != WRONG;
        if (c >= PARTS)
            continue;
        item x = {op->call, lp_op_pending(op) ? NEVER_RETURNED : op->ret, 0};
        if (c == ADD || c == REMOVE || c == PEEK)
            x.value = intern_add(values, c == ADD ? &op->arg : &op->result, sizeof op->arg);
        t->items[c][t->count[c]++] = x;
    }
    t->values = intern_count(values);
    intern_free(values);
    t->best = memory_new((size_t)t->values + 1, sizeof *t->best);
    return fine;
}

bool turns_fit(const lp_spec *spec)
{
    return spec_is(spec, "queue");
}

lp_outcome turns_run(const judge_task *task)
{
    turns t = {.task = task, .places = intern_new()};
    lp_outcome outcome = collect(&t, task) ? search(&t) : LP_VIOLATED;
    for (part c = 0; c < PARTS; c++)
        free(t.items[c]);
    free(t.best);
    free(t.stack);
    intern_free(t.places);
    return outcome;
}
