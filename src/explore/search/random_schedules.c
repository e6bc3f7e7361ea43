// SPDX-License-Identifier: MIT
// See random_schedules.h.

#include "explore/search/random_schedules.h"

#include "explore/search/decision_path.h"

#include <string.h>

// Who runs for so long with others waiting spins: it must let them.
enum { PATIENCE = 500, TOP = 1 << 30, GUESS = 100 };

void sampler_init(sampler *s, uint64_t seed, uint32_t depth)
{
    *s = (sampler){.depth = depth < SAMPLE_DEPTH_MAX ? depth : SAMPLE_DEPTH_MAX};
    rng_init(&s->random, seed);
    s->longest = GUESS;
}

void sampler_fini(sampler *s)
{
    schedule_fini(&s->taken);
}

void sampler_begin(sampler *s)
{
    if (s->steps > s->longest)
        s->longest = s->steps;
    s->steps = 0;
    s->taken.count = 0;
    s->low = TOP / 2;
    s->runs = FIBERS_MAX;
    memset(s->priorities, 0, sizeof s->priorities);
    for (uint32_t i = 0; i + 1 < s->depth; i++)
        s->changes[i] = rng_below(&s->random, s->longest);
}

static uint32_t priority(sampler *s, uint32_t number)
{
    if (!s->priorities[number])
        s->priorities[number] = TOP + (uint32_t)rng_below(&s->random, TOP);
    return s->priorities[number];
}

static uint32_t highest(sampler *s, const decision *d)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (priority(s, d->options[i]) > priority(s, d->options[best]))
            best = i;
    return best;
}

static uint32_t by_priority(sampler *s, const decision *d)
{
    uint32_t best = highest(s, d);
    bool changes = d->options[best] == s->runs && s->runs_for >= PATIENCE;
    for (uint32_t i = 0; i + 1 < s->depth; i++)
        changes = changes || s->changes[i] == s->steps;
    if (changes) {
        s->priorities[d->options[best]] = --s->low;
        best = highest(s, d);
    }
    s->runs_for = s->runs == d->options[best] ? s->runs_for + 1 : 0;
    s->runs = d->options[best];
    return best;
}

uint32_t sampler_decide(sampler *s, const decision *d)
{
    uint32_t index =
        d->is_choice || !s->depth ? (uint32_t)rng_below(&s->random, d->count) : by_priority(s, d);
    if (d->count > 1)
        s->steps++;
    schedule_add(&s->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}
