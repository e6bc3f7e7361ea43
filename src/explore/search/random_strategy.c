// SPDX-License-Identifier: MIT
// Schedules drawn at random, for what is too large to be explored exhaustively.
//
//   random   at every decision each alternative is as likely as the others
//   pct      probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte:
//            A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS
//            2010): threads have random priorities, the enabled one with the highest runs,
//            and at D - 1 random steps the one that runs gets the lowest. A bug that needs D
//            orderings among n threads and k steps is found in one execution with a chance
//            of at least 1 in n · k^(D-1).
//
// Where we deviate: k is the longest execution so far, since it is not known beforehand; and a
// thread that runs for long while others are enabled is taken to spin and gets the lowest
// priority, since without fairness an execution of a spin lock may have no end.

#include "base/memory.h"
#include "base/random.h"
#include "explore/search/decision_path.h"
#include "explore/search/strategy.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 16,
    PATIENCE = 500, // decisions that a thread may run on while others are enabled
    TOP = 1 << 30,
    GUESS = 100, // the length of an execution before one was run
};

typedef struct sampler {
    strategy base;
    rng random;
    uint32_t depth; // of PCT; 0: every alternative is as likely
    schedule taken;
    uint64_t steps, longest; // of this execution, of all so far
    uint64_t changes[DEPTH_MAX];
    uint32_t low;                    // the lowest priority given so far
    uint32_t priorities[FIBERS_MAX]; // 0: not drawn yet
    uint32_t runs, runs_for;         // which fiber runs, and for how many steps
} sampler;

static strategy *make(uint64_t seed, uint32_t depth)
{
    sampler *s = memory_new(1, sizeof *s);
    s->depth = depth < DEPTH_MAX ? depth : DEPTH_MAX;
    rng_init(&s->random, seed);
    s->longest = GUESS;
    return &s->base;
}

static strategy *create_random(const search_options *o)
{
    return make(o->seed, 0);
}

static strategy *create_pct(const search_options *o)
{
    return make(o->seed, o->depth);
}

static void free_sampler(strategy *base)
{
    schedule_fini(&((sampler *)base)->taken);
    free(base);
}

static void begin(strategy *base)
{
    sampler *s = (sampler *)base;
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

static uint32_t decide(strategy *base, const decision *d)
{
    sampler *s = (sampler *)base;
    uint32_t index =
        d->is_choice || !s->depth ? (uint32_t)rng_below(&s->random, d->count) : by_priority(s, d);
    if (d->count > 1)
        s->steps++;
    schedule_add(&s->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}

static bool has_more(const strategy *base)
{
    (void)base;
    return true;
}

static bool next(strategy *base)
{
    (void)base;
    return true;
}

static void schedule_of(const strategy *base, schedule *out)
{
    const schedule *taken = &((const sampler *)base)->taken;
    schedule_note_shared(out);
    for (uint32_t i = 0; i < taken->count; i++)
        schedule_add(out, taken->steps[i]);
}

#define SAMPLER(how)                                                                               \
    {                                                                                              \
        .samples = true, .create = how, .free = free_sampler, .begin = begin, .decide = decide,    \
        .end = strategy_ignore, .finish = strategy_ignore, .has_more = has_more, .next = next,     \
        .restart = strategy_ignore, .schedule = schedule_of, .part_done = strategy_no_estimate,    \
        .figures = strategy_no_figures, .graph = strategy_no_graph,                                \
    }

const strategy_type random_strategy = SAMPLER(create_random);
const strategy_type pct_strategy = SAMPLER(create_pct);
