// SPDX-License-Identifier: MIT
// What a process did, step by step, in a file: JSON, one step a line.
//
//     {"time":…,"at":"replica[p1]","key":0,"step":"receive","what":"ack","with":"…","link":"client[1]","number":17}
//
// `time` is CLOCK_MONOTONIC in nanoseconds. A step is "call", "receive" or "act", and then what it did: "send", "lost" (on a
// lossy channel, or to a client that is gone), "return" (what the operation answers), and "state", the variables after it. What is no step
// of a component: "late" (a message for an operation that is over) and "recover" (the process was started again: all
// its keys). `with` is the other component; `link`, the other process, and `number`
// say which message it is, so that each message received is one that was sent.

#ifndef NET_STEP_TRACE_H
#define NET_STEP_TRACE_H

#include "base/error.h"
#include "base/text.h"
#include "net/wire/process_name.h"

// Of a set of many items, how many there are and a hash of them is all that is shown: its items are hashed
// meanwhile, as they would be shown.
struct lp_text {
    text text;
    size_t shown; // items of the set that is being shown
    bool hashing;
    uint64_t hash;
};

typedef struct step_trace step_trace;

step_trace *step_trace_open(const char *path, error *e); // appends
bool step_trace_close(step_trace *trace); // NULL is fine; false: not all could be written

// Who takes the steps that follow.
typedef struct step_place {
    const lp_system *system;
    lp_component me;
    int64_t key;
} step_place;

// Begins a line; the text is what the step is: a message, or an action's arguments. It ends with the next step.
lp_text *step_trace_begin(step_trace *trace, const step_place *place, const char *step,
                          const char *action);
// Of the line that was begun.
void step_trace_with(step_trace *trace, lp_component other, process_name peer, uint64_t number);
// At the end of a turn: a mark where it ends; 0: not all could be written.
uint64_t step_trace_end(step_trace *trace);
// Back to this mark, 0: none was logged. What came later was never logged, so it has not happened.
bool step_trace_cut(step_trace *trace, uint64_t mark);

#endif
