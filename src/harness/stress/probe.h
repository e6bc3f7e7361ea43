// SPDX-License-Identifier: MIT
// Some rounds of one scenario, run and judged: what the stress test does over
// and over, and what shrinking a scenario does to find out if a smaller one
// still fails.

#ifndef HARNESS_PROBE_H
#define HARNESS_PROBE_H

#include "base/random.h"
#include "harness/stress/batch.h"
#include "harness/stress/collector.h"
#include "judge/evidence/progress_curve.h"

typedef struct probe {
    const subject *subject;
    collector collector;
    recorder recorder;
    reaper reaper;
    noise_options noise;
    int private_fd; // see stress_worker.h
    rng seeds;
    bool silent; // see stress_worker.h
    double hang;
    limits *limits;               // of the running
    limits judge_limits;          // of judging one history
    batch_times times;            // when all must be over
    uint64_t rounds, overlapping; // run so far; in which operations overlapped
    uint64_t stuck;               // run so far that got stuck
    const scenario *found;        // the one that failed; after probe_run
    uint64_t found_round;         // in which it did, counted from 1
    progress_curve *curve;        // how it comes on; NULL: nobody asks
} probe;

bool probe_init(probe *p, const subject *s, const judge *j, bool want_lines, error *e);
void probe_fini(probe *p);

// Up to so many rounds in all, `turn` of one scenario and then of the next; fewer
// when a limit is reached or the first violation is found. LP_HOLDS: nothing found
// in them. The scenarios have equally many threads.
lp_outcome probe_run(probe *p, const scenario *scenarios, uint32_t count, uint32_t turn,
                     uint64_t rounds, lp_verdict *v);

// A smaller scenario that still fails, by leaving out one call at a time. `sc`
// and `v` are replaced by what is found.
void probe_minimise(probe *p, scenario *sc, lp_verdict *v);

#endif
