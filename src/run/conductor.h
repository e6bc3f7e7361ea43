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

// What a client has been told to do, and has done.
typedef struct client_work {
    uint64_t left; // operations that it was told to call, and has not
    bool done;     // nothing more comes from it
    bool lost;     // killed: what it has called is to be given up
} client_work;

typedef struct clocks clocks; // see conduct_clocks.h

typedef struct conductor {
    const run_options *options;
    limits *limits;
    fleet *fleet;
    recorder *recorder;
    event_merge *merge;
    clocks *clocks; // NULL: all clients have the same
    fault_schedule *schedule;
    fault_random *random; // NULL: not at random
    size_t first;         // fault that has not happened
    text faults;          // those that have, a line each
    uint64_t fault_count;
    struct pollfd *polled;
    client_work *clients;
    bool running, drained, enough, ending, idle;
    double started, moved, ended; // when the last operation returned
    double look_at;               // when the judge is asked next
    uint64_t handed_out;          // operations; without those that killed clients have left
    uint64_t values;              // that may have been written
    uint64_t returned;            // as clients say: some of them are still to be merged
    uint64_t messages;
    // A step of the model that went wrong: which process took it, and what it has said.
    const member *violator; // NULL: none did
    lp_violation violation;
    char *violated;
} conductor;

// `host_of` is by process, of so many hosts; NULL: all are here.
void conductor_init(conductor *c, const size_t *host_of, size_t hosts);
void conductor_fini(conductor *c);
// Until all is over: false with an error.
bool conductor_run(conductor *c, error *e);
// Asks all processes for their figures and ends them.
void conductor_end(conductor *c);

#endif
