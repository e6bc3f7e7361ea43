// SPDX-License-Identifier: MIT
// Counters in the search: calls that add to an integer may change places, and some of
// them tell what it is. Between two that tell, only the sum counts.
//
//   - What only adds is taken before the return of another because some operation that
//     tells needs it there. So it is followed by one that tells, at the same return;
//     if none of those open could tell what it does, it is in vain.
//   - No group that only adds is taken between two that tell if its sum is zero: without the
//     group, all tell the same, and it can be taken later, or never where it need not be.
//
//   - Whoever tells, and has not yet, does so before it returns: from what the integer is now, it must be
//     in reach by what is open and what is called until then. So what adds much is not taken before
//     somebody who tells less.
//
// Without these, fifty operations that never return can be combined to every sum at
// every return, in millions of ways. What is left is a subset sum, which stays hard
// where many different numbers are open at once.
//
// Whether a group is open is part of what the search remembers (jit_sums_open): in one that is,
// less may be done next.

#include "base/memory.h"
#include "judge/search/jit_inside.h"

#include <stdlib.h>

enum { MOST_IN_GROUP = 8 };

static const int64_t LARGEST = (int64_t)1 << 40; // sums of millions of these do not overflow

static bool only_adds(const jit_search *s, uint32_t op)
{
    return !s->want[op] || s->spec->methods[s->methods[op]].returns_nothing;
}

static bool small(lp_value v, int64_t *out)
{
    *out = v.kind == LP_KIND_INT ? lp_to_int(v) : 0;
    return v.kind == LP_KIND_INT && *out > -LARGEST && *out < LARGEST;
}

static void reach(struct jit_reach *r, int64_t adds)
{
    *(adds < 0 ? &r->down : &r->up) += adds;
}

// How far all calls before an event can go.
static void find_reaches(jit_search *s)
{
    const lp_history *h = s->history;
    struct jit_reach now = {0, 0};
    MEMORY_GROW(s->reaches, s->reaches_capacity, (size_t)h->event_count + 1);
    for (uint32_t i = 0; i < h->event_count; i++) {
        s->reaches[i] = now;
        if (!h->events[i].is_return)
            reach(&now, s->sums[h->events[i].op].adds);
    }
}

void jit_sums_prepare(jit_search *s)
{
    const lp_history *h = s->history;
    s->additive = s->spec->before && s->spec->effect;
    if (!s->additive)
        return;
    MEMORY_GROW(s->sums, s->sums_capacity, h->op_count);
    for (uint32_t i = 0; i < h->op_count && s->additive; i++) {
        const lp_op *op = &h->ops[i];
        uint32_t method = s->methods[i];
        struct jit_sum *sum = &s->sums[i];
        sum->before = 0;
        s->additive =
            small(s->spec->effect(s->spec, method, op->arg), &sum->adds) &&
            (only_adds(s, i) ||
             (op->result.kind == LP_KIND_INT &&
              small(s->spec->before(s->spec, method, op->arg, op->result), &sum->before)));
        if (!s->want[i])
            s->kinds[s->kind[i]].adds = sum->adds; // a kind is what its calls do
    }
    if (s->additive)
        find_reaches(s);
}

// The group that is open: frames at this event since the last that tells, the newest first.
static bool in_group(const jit_search *s, size_t i, uint32_t event)
{
    return s->frames[i].event == event && s->frames[i].taken != NO_SLOT &&
           only_adds(s, s->frames[i].op);
}

bool jit_sums_open(const jit_search *s)
{
    return s->depth && in_group(s, s->depth - 1, s->event);
}

int64_t jit_sums_missing(const jit_search *s, const jit_frame *f)
{
    uint32_t op = s->history->events[f->event].op;
    int64_t now;
    size_t size;
    const lp_value *state = automaton_state_bytes(s->automaton, f->state, &size);
    return !only_adds(s, op) && small(state[0], &now) ? s->sums[op].before - now : 0;
}

uint64_t jit_sums_rank(const jit_search *s, uint32_t op, int64_t missing)
{
    int64_t beside = s->sums[op].adds - missing;
    uint64_t far = (uint64_t)(beside < 0 ? -beside : beside);
    return far < 1u << 30 ? far : 1u << 30;
}

// What is open and has not taken effect.
static struct jit_reach reach_of_open(const jit_search *s)
{
    struct jit_reach r = {0, 0};
    for (uint32_t k = 0; k < s->kind_count; k++)
        reach(&r, s->kinds[k].adds * (int64_t)(s->kinds[k].open - s->kinds[k].used));
    for (uint32_t word = 0; word < s->words; word++)
        for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1)
            reach(&r, s->sums[s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)]].adds);
    return r;
}

// From this integer on, can the operation tell what it does, before it returns?
static bool in_reach(const jit_search *s, uint32_t op, int64_t now, struct jit_reach open)
{
    const struct jit_reach *here = &s->reaches[s->event];
    const struct jit_reach *then = &s->reaches[s->history->ops[op].ret];
    reach(&open, then->down - here->down);
    reach(&open, then->up - here->up);
    int64_t adds = s->sums[op].adds; // itself comes later
    *(adds < 0 ? &open.down : &open.up) -= adds;
    return s->sums[op].before >= now + open.down && s->sums[op].before <= now + open.up;
}

bool jit_sums_hopeless(const jit_search *s)
{
    size_t size;
    int64_t now;
    const lp_value *state = automaton_state_bytes(s->automaton, s->state, &size);
    if (!small(state[0], &now))
        return false;
    struct jit_reach open = reach_of_open(s);
    for (uint32_t word = 0; word < s->words; word++)
        for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1) {
            uint32_t op = s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)];
            if (!only_adds(s, op) && !in_reach(s, op, now, open))
                return true;
        }
    return false;
}

typedef struct group {
    int64_t adds[MOST_IN_GROUP];
    uint32_t count;
    bool too_many;
} group;

static group group_of(const jit_search *s, const jit_frame *f)
{
    group g = {.count = 0};
    for (size_t i = (size_t)(f - s->frames); i-- > 0 && in_group(s, i, f->event);) {
        if (g.count < MOST_IN_GROUP)
            g.adds[g.count++] = s->sums[s->frames[i].op].adds;
        else
            g.too_many = true;
    }
    return g;
}

// With this one added, is there a part of the group whose sum is zero?
static bool cancels(const group *g, int64_t x)
{
    if (g->too_many)
        return false;
    for (uint32_t set = 0; set < 1u << g->count; set++) {
        int64_t sum = x;
        for (uint32_t i = 0; i < g->count; i++)
            sum += set >> i & 1 ? g->adds[i] : 0;
        if (sum == 0)
            return true;
    }
    return false;
}

// How far the integer can go down and up, by what is open, only adds and has not taken effect.
typedef struct span {
    int64_t low, high;
} span;

static void widen(span *p, const group *g, int64_t x, uint32_t times)
{
    if (times && !cancels(g, x))
        *(x < 0 ? &p->low : &p->high) += x * times;
}

// Could some open operation be the next to tell?
static bool can_be_told(const jit_search *s, const group *g, int64_t now, uint32_t but)
{
    span p = {now, now};
    for (uint32_t k = 0; k < s->kind_count; k++)
        widen(&p, g, s->kinds[k].adds, s->kinds[k].open - s->kinds[k].used);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t word = 0; word < s->words; word++) {
            for (uint64_t rest = s->open[word] & ~s->taken[word]; rest; rest &= rest - 1) {
                uint32_t op = s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)];
                bool adds = only_adds(s, op);
                if (!pass && adds && op != but)
                    widen(&p, g, s->sums[op].adds, 1);
                else if (pass && !adds && s->sums[op].before >= p.low &&
                         s->sums[op].before <= p.high)
                    return true;
            }
        }
    }
    return false;
}

bool jit_sums_allow(const jit_search *s, const jit_frame *f, uint32_t op)
{
    if (!only_adds(s, op))
        return true;
    size_t at = (size_t)(f - s->frames);
    if (op == s->history->events[f->event].op)
        return !at || !in_group(s, at - 1, f->event);
    group g = group_of(s, f);
    int64_t adds = s->sums[op].adds, now;
    if (cancels(&g, adds))
        return false;
    if (g.count < MOST_IN_GROUP)
        g.adds[g.count++] = adds;
    else
        g.too_many = true;
    size_t size;
    const lp_value *state = automaton_state_bytes(s->automaton, f->state, &size);
    return !small(state[0], &now) || can_be_told(s, &g, now + adds, op);
}
