// SPDX-License-Identifier: MIT
// The worker: a process that runs scenarios for many rounds on real threads
// and records them. It is forked for each batch of rounds, so every batch finds
// a clean heap, and whatever the user's code destroys is destroyed there.

#ifndef HARNESS_STRESS_WORKER_H
#define HARNESS_STRESS_WORKER_H

#include "base/intern.h"
#include "harness/noise/noise.h"
#include "harness/stress/reaper.h"
#include "harness/stress/recorder.h"
#include "harness/test_object.h"

typedef struct worker_task {
    const subject *subject;
    const scenario *scenarios; // all with as many threads
    const uint32_t *numbers;   // of each; see recorder.h
    uint32_t scenario_count;
    intern *seen;     // histories that need no judging; what a worker adds is lost with it
    uint32_t turn;    // rounds of one scenario before the next
    uint64_t skipped; // rounds of these turns that are not run again
    recorder *recorder;
    reaper *reaper;  // of processes that have run such tasks
    uint64_t rounds; // in all; fewer when the recorder is full
    uint64_t seed;
    noise_options noise;
    int private_fd; // closed for the test: where verdicts go; -1: none
    bool silent;    // what the test prints is dropped: it was seen before
} worker_task;

// In the forked process. Ends with _exit(0) and `finished` set; everything else
// is the user's code's doing, except `failure`.
_Noreturn void worker_run(const worker_task *task);

#endif
