// SPDX-License-Identifier: MIT
// Schedules drawn at random, for what is too large to be gone through.
//
//   random   at every decision each alternative is as likely as the others
//   pct      threads have random priorities, the highest that can go on goes on,
//            and at D - 1 random steps the one that runs gets the lowest
//            (Burckhardt, Kothari, Musuvathi, Nagarakatte: ASPLOS 2010): a bug
//            that needs D orderings among n threads and k steps is found in one
//            execution with a chance of at least 1 in n · k^(D-1)

#ifndef EXPLORE_RANDOM_SCHEDULES_H
#define EXPLORE_RANDOM_SCHEDULES_H

#include "base/random.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/schedule_text.h"

enum { SAMPLE_DEPTH_MAX = 16 };

typedef struct sampler {
    rng random;
    uint32_t depth; // of PCT; 0: every alternative is as likely
    schedule taken;
    uint64_t steps, longest; // of this execution, of all so far
    uint64_t changes[SAMPLE_DEPTH_MAX];
    uint32_t low;                    // the lowest priority given so far
    uint32_t priorities[FIBERS_MAX]; // 0: not drawn yet
    uint32_t runs, runs_for;         // which fiber runs, and for how many steps
} sampler;

void sampler_init(sampler *s, uint64_t seed, uint32_t depth);
void sampler_fini(sampler *s);
void sampler_begin(sampler *s); // an execution
uint32_t sampler_decide(sampler *s, const decision *d);

#endif
