// SPDX-License-Identifier: MIT
// The stress test: scenarios on real threads, each history judged, until the
// first violation or the end of the budget. It proves nothing about schedules
// that did not happen.

#ifndef HARNESS_STRESS_H
#define HARNESS_STRESS_H

#include "base/io/limits.h"
#include "harness/noise/noise.h"
#include "harness/test_object.h"
#include "judge/relaxed/minimal_relaxation_many.h"

typedef struct stress_options {
    const judge *judge;
    minimal_relaxation *least; // its factor is raised as needed; NULL: it is not to be found
    const char *scenario;      // the only one; NULL: the object's own, or random ones
    const char *calls;         // shape of random ones; NULL: varied
    uint64_t threads;          // of random ones; 0: varied
    uint64_t ops;              // per thread; 0: varied
    uint64_t rounds;           // 0: until the limits
    uint64_t seed;
    double hang; // seconds without progress; 0: none
    bool strict; // the time limit is the user's: it is kept, whatever the test does
    noise_options noise;
    int private_fd;        // see stress_worker.h
    const char *histories; // where every distinct one goes; may be NULL
    bool series;           // the verdict has how histories came, to be plotted
} stress_options;

// How long a run takes when neither rounds nor a time are given, in seconds.
enum { STRESS_SECONDS = 5, STRESS_HANG = 10, STRESS_SHRINK = 5 };

// Reaching the time limit is the end of the budget when no number of rounds was
// asked for. Bad options give false.
bool stress_run(const subject *s, const stress_options *o, limits *l, lp_verdict *v, error *e);

#endif
