// SPDX-License-Identifier: MIT
// Counters in the search: calls that add to an integer may change places, and some of
// them tell what it is. Between two that tell, only the sum counts.
//
//   - What only adds is taken before the return of another because some operation that
//     tells needs it there. So it is followed by one that tells, at the same return;
//     if none of those open could tell what it does, it is in vain.
//   - Of operations that never return, no group is taken between two that tell whose
//     sum is zero: without the group, all tell the same and more is left for later.
//
// Without these, fifty operations that never return can be combined to every sum at
// every return, in millions of ways. What is left is a subset sum, which stays hard
// where many different numbers are open at once.
//
// Whether a group is open is part of what the search remembers (jit_sums_open): in one that is,
// less may be done next.

#include "base/memory.h"
#include "judge/jit_inside.h"

#include <stdlib.h>

enum { MOST_IN_GROUP = 8, MOST_NUMBERS = 16 };

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
    }
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

typedef struct group {
    int64_t adds[MOST_IN_GROUP]; // by those that never return
    uint32_t count;
    bool too_many;
} group;

static group group_of(const jit_search *s, const jit_frame *f)
{
    group g = {.count = 0};
    for (size_t i = (size_t)(f - s->frames); i-- > 0 && in_group(s, i, f->event);) {
        if (s->want[s->frames[i].op])
            continue;
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

// How far the integer can go down and up, by what is open and has not taken effect.
typedef struct span {
    int64_t low, high;
    struct {
        int64_t x;
        bool cancels;
    } known[MOST_NUMBERS];
    uint32_t known_count;
} span;

static void widen(span *p, const group *g, int64_t x, bool returns)
{
    bool in_vain = false;
    if (!returns) {
        uint32_t i = 0;
        while (i < p->known_count && p->known[i].x != x)
            i++;
        in_vain = i < p->known_count ? p->known[i].cancels : cancels(g, x);
        if (i == p->known_count && i < MOST_NUMBERS) {
            p->known[i].x = x;
            p->known[i].cancels = in_vain;
            p->known_count++;
        }
    }
    if (!in_vain)
        *(x < 0 ? &p->low : &p->high) += x;
}

// Could some open operation tell what the integer can become from here on?
static bool can_be_told(const jit_search *s, const group *g, int64_t now, uint32_t but)
{
    span p = {.low = now, .high = now};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t word = 0; word < s->words; word++) {
            uint64_t rest = s->open[word] & ~s->taken[word] & ~s->forever[word];
            for (; rest; rest &= rest - 1) {
                uint32_t op = s->in_slot[word * 64 + (uint32_t)__builtin_ctzll(rest)];
                if (op == but)
                    continue;
                if (!pass)
                    widen(&p, g, s->sums[op].adds, s->want[op]);
                else if (!only_adds(s, op) && s->sums[op].before >= p.low &&
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
    if (!s->want[op] && cancels(&g, adds))
        return false;
    if (!s->want[op] && g.count < MOST_IN_GROUP)
        g.adds[g.count++] = adds;
    size_t size;
    const lp_value *state = automaton_state_bytes(s->automaton, f->state, &size);
    return !small(state[0], &now) || can_be_told(s, &g, now + adds, op);
}
