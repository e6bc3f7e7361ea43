// SPDX-License-Identifier: MIT
// Which faults happen when. A line each; what begins with # is a remark:
//
//     2s kill replica[p1]                      SIGKILL
//     3s restart replica[p1]
//     4s stop replica[p2] for 5s               SIGSTOP, and SIGCONT after that; without `for`: until
//     9s continue replica[p2]
//     delay 1..20ms replica[p1] <-> *          how late messages are: -> is one direction
//     10s drop 10%                             of all messages; also duplicate and reorder
//     1000 operations partition {replica[p1], replica[p2]} from *
//     12s heal                                 no delays, losses, partitions … any more
//     skew client[1] 50ms                      its clock is ahead; -50ms: behind
//
// A time counts from the first call; `operations` are those that have returned; without either it is at the start.
// Who is a process, all of a kind (replica[*]), all (*), or several in braces.

#ifndef RUN_FAULT_SCHEDULE_H
#define RUN_FAULT_SCHEDULE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fault_kind {
    FAULT_KILL,
    FAULT_RESTART,
    FAULT_STOP,
    FAULT_CONTINUE,
    FAULT_MESSAGES, // delay, drop, duplicate, reorder
    FAULT_PARTITION,
    FAULT_HEAL,
    FAULT_SKEW,
} fault_kind;

typedef struct fault {
    double at; // seconds; of one by operations not used
    uint64_t operations;
    bool by_operations, done;
    fault_kind kind;
    char *text;       // as it was written, in one line
    uint64_t line;    // of the file; 0: none
    bool *who, *whom; // by member; of messages: from, to
    bool both;        // directions
    char amount[64];  // of messages: "delay 1..20"; of skew: "50000"
    double lasts;     // seconds; 0: until something else ends it
} fault;

typedef struct fault_schedule {
    fault *faults; // in the order of the text
    size_t count, capacity;
} fault_schedule;

// Of whom a schedule speaks: names as "replica[p1]" and "client[2]".
typedef struct fault_names {
    const char *const *names;
    const bool *is_client;
    size_t count;
} fault_names;

// A line, which may be empty or a remark. `file` may be NULL, `line` 0.
bool fault_schedule_add(fault_schedule *s, const fault_names *names, const char *file,
                        uint64_t line, const char *text, error *e);
bool fault_schedule_read(fault_schedule *s, const fault_names *names, const char *file, error *e);
void fault_schedule_fini(fault_schedule *s);

#endif
