// SPDX-License-Identifier: MIT
// A batch: some rounds of one scenario in a worker process, watched from here.

#ifndef HARNESS_BATCH_H
#define HARNESS_BATCH_H

#include "base/io/limits.h"
#include "harness/stress/stress_worker.h"

#include <linchpin/judge.h>

typedef enum batch_end {
    BATCH_DONE,      // all rounds, or those before a limit was reached
    BATCH_CRASHED,   // by a signal
    BATCH_EXITED,    // the user's code ended the process
    BATCH_HUNG,      // no progress
    BATCH_STUCK,     // all threads wait for one another
    BATCH_INVARIANT, // the object's invariant was false
    BATCH_KILLED,    // from outside, perhaps for lack of memory
    BATCH_STRAYED,   // a process that the test forked went on as if it were a thread
    BATCH_CUT,       // it did not stop when it should
} batch_end;

typedef struct batch {
    batch_end end;
    uint64_t rounds, overlapping; // complete ones; those in which operations overlapped
    uint32_t slot;                // of the unfinished one, if any
    int number;                   // the signal, or the exit code
    phase phase;                  // what was going on
    int32_t lane;                 // which thread crashed; -1: not known
    double still;                 // of BATCH_CUT: seconds without progress
} batch;

// What is done with a history, in its slot, while the worker goes on. False: seen
// enough, the worker is ended.
typedef struct batch_sink {
    bool (*take)(void *context, uint32_t slot);
    void (*look)(void *context, uint64_t rounds); // now and then: so many are done; may be NULL
    void *context;
} batch_sink;

// When all must be over, on the clock of clock_seconds; both 0: whenever it is.
typedef struct batch_times {
    double judge; // no other history is begun with
    double end;   // the worker is killed, however far it is
} batch_times;

// False: our own machinery failed.
bool batch_run(const worker_task *task, const batch_sink *sink, limits *l, double hang,
               batch_times times, batch *out, error *e);

// What it says about the object; LP_VIOLATION_NONE: nothing.
lp_violation batch_violation(const batch *b);
// "the test crashed (SIGSEGV) in pop() on thread 1", and so on.
void batch_describe(const batch *b, const worker_task *task, double hang, text *out);

#endif
