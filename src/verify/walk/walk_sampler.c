// SPDX-License-Identifier: MIT
// See walk_sampler.h.

#include "verify/walk/walk_sampler.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REDRAW_EVERY = 64 };   // steps, on average
enum { GREATEST_SPREAD = 8 }; // a power of two
enum { ARGUMENTS = 3 };       // those that have weights: the first ones

void sampler_init(walk_sampler *p, const transition_system *s)
{
    *p = (walk_sampler){.s = s};
    p->kind_count = s->front->component ? s->p->threads : s->p->routine_count;
    p->kinds = memory_new(p->kind_count + 1, sizeof *p->kinds);
    p->most = memory_new(p->kind_count + 1, sizeof *p->most);
}

void sampler_fini(walk_sampler *p)
{
    free(p->moves);
    free(p->weights);
    free(p->kinds);
    free(p->most);
}

// A third of them is none. All weights of a state together are less than 2 to the power of 64.
static uint32_t draw_spread(walk_sampler *p)
{
    static const uint32_t spreads[] = {0, 4, GREATEST_SPREAD};
    return spreads[rng_below(&p->random, sizeof spreads / sizeof *spreads)];
}

static void draw_weights(walk_sampler *p)
{
    p->salt = rng_next(&p->random);
    p->kind_spread = draw_spread(p);
    p->move_spread = draw_spread(p);
    p->argument_spread = draw_spread(p);
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

void sampler_begin(walk_sampler *p, uint64_t seed, uint64_t number)
{
    rng_init(&p->random, mix(seed) + mix(~number));
    draw_weights(p);
}

static uint64_t weight_of(const walk_sampler *p, uint32_t spread, uint64_t what)
{
    return spread ? 1ull << mix(p->salt + what * UINT64_C(0x9E3779B97F4A7C15)) % (spread + 1) : 1;
}

static uint32_t kind_of(const walk_sampler *p, const move *m)
{
    return p->s->front->component ? m->thread : m->method;
}

// A name of an enum has one weight, whatever it is an argument of.
static uint64_t arguments_weight(const walk_sampler *p, const move *m)
{
    const method *f = p->s->p->routines[m->method].method;
    const int32_t *args = p->s->offers[m->offer].args;
    uint64_t weight = 1;
    // Of the kind, the move and its arguments; and there are at most 100,000 moves for a thread.
    static_assert(GREATEST_SPREAD * (ARGUMENTS + 2) + 17 + 5 < 64, "weights fit");
    for (uint32_t i = 0; i < f->param_count && i < ARGUMENTS; i++) {
        type t = f->locals[i].type;
        if (t.kind == TYPE_ENUM)
            weight *=
                weight_of(p, p->argument_spread,
                          (uint64_t)t.record << 40 | (uint64_t)t.kind << 32 | (uint32_t)args[i]);
    }
    return weight;
}

static void add(walk_sampler *p, const move *m)
{
    MEMORY_GROW(p->moves, p->capacity, p->count + 1);
    MEMORY_GROW(p->weights, p->weight_capacity, p->count + 1);
    // A step that goes on with something has no offer, and is the only one of its kind.
    p->weights[p->count] =
        m->kind == LABEL_CALL || m->kind == LABEL_ACTION
            ? weight_of(p, p->move_spread, (uint64_t)m->offer << 8 | (m->thread + 1)) *
                  arguments_weight(p, m)
            : 1;
    p->moves[p->count++] = *m;
}

void sampler_gather(walk_sampler *p, const int32_t *cells)
{
    const transition_system *s = p->s;
    if (rng_below(&p->random, REDRAW_EVERY) == 0)
        draw_weights(p);
    p->count = 0;
    for (uint32_t t = 0; t < s->p->threads; t++) {
        move m;
        if (system_forced(s, cells, t, &m)) {
            add(p, &m);
            continue;
        }
        for (uint32_t i = 0; i < s->offer_count; i++)
            if (system_offers(s, cells, t, i, &m))
                add(p, &m);
    }
}

bool sampler_pick(walk_sampler *p, uint32_t *which)
{
    if (!p->count)
        return false;
    uint64_t all = 0;
    memset(p->kinds, 0, p->kind_count * sizeof *p->kinds);
    memset(p->most, 0, p->kind_count * sizeof *p->most);
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t k = kind_of(p, &p->moves[i]);
        p->kinds[k] += p->weights[i];
        p->most[k] = p->weights[i] > p->most[k] ? p->weights[i] : p->most[k];
    }
    for (uint32_t k = 0; k < p->kind_count; k++) {
        if (p->most[k])
            p->most[k] *= weight_of(p, p->kind_spread, ~(uint64_t)k);
        all += p->most[k];
    }
    uint64_t left = rng_below(&p->random, all);
    uint32_t kind = 0;
    while (left >= p->most[kind])
        left -= p->most[kind++];
    left = rng_below(&p->random, p->kinds[kind]);
    for (uint32_t i = 0;; i++) {
        if (kind_of(p, &p->moves[i]) != kind)
            continue;
        if (left < p->weights[i]) {
            *which = i;
            return true;
        }
        left -= p->weights[i];
    }
}

void sampler_remove(walk_sampler *p, uint32_t which)
{
    p->count--;
    p->moves[which] = p->moves[p->count];
    p->weights[which] = p->weights[p->count];
}
