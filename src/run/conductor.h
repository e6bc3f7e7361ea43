// SPDX-License-Identifier: MIT
// The middle of a run: from processes that were started to the last event that is judged.

#ifndef RUN_CONDUCTOR_H
#define RUN_CONDUCTOR_H

#include "base/io/limits.h"
#include "run/faults/fault_random.h"
#include "run/processes/fleet.h"
#include "run/record/event_merge.h"
#include "run/record/run_recorder.h"
#include "run/run.h"

typedef struct conductor {
    const run_options *options;
    limits *limits;
    fleet *fleet;
    recorder *recorder;
    event_merge *merge;
    fault_schedule *schedule;
    fault_random *random; // NULL: not at random
    size_t first;         // fault that has not happened
    text faults;          // those that have, a line each
    uint64_t fault_count;
    struct pollfd *polled;
    bool *done; // by client
    bool running, drained, enough, ending, idle;
    double started, moved, ended; // when the last operation returned
    uint64_t handed_out;          // operations
    uint64_t returned;            // as clients say: some of them are still to be merged
    uint64_t messages;
} conductor;

void conductor_init(conductor *c);
void conductor_fini(conductor *c);
// Until all is over: false with an error.
bool conductor_run(conductor *c, error *e);
// Asks all processes for their figures and ends them.
void conductor_end(conductor *c);

#endif
