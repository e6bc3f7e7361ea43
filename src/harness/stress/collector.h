// SPDX-License-Identifier: MIT
// The histories recorded so far. Equal ones are judged once.

#ifndef HARNESS_COLLECTOR_H
#define HARNESS_COLLECTOR_H

#include "base/intern.h"
#include "harness/stress/recorder.h"
#include "harness/test_object.h"
#include "judge/judge.h"
#include "judge/monitor/monitor.h"

typedef struct collector {
    const subject *subject;
    const judge *judge;
    const judge *stuck_judge; // of rounds that got stuck
    monitor *monitor;         // for linearizability: one for all histories; else NULL
    intern *scenarios;
    intern *seen; // keys of histories that were judged
    text line;
    uint64_t judged; // with repetitions; counted by who runs the batches
    intern *lines;   // canonical form of each, when wanted; else NULL
} collector;

void collector_init(collector *c, const subject *s, const judge *j, bool want_lines);
void collector_fini(collector *c);

// Equal scenarios have equal numbers: what the recorder calls them.
uint32_t collector_number(collector *c, const scenario *sc);

// Judges the history of one complete round, unless it was seen before. "violated"
// fills the verdict in; "unknown" and "error" give the reason there.
lp_outcome collector_add(collector *c, const recorder *r, uint32_t slot, limits *l, lp_verdict *v);
// As collector_add, of a round whose open operations are stuck: each that waits must
// do so rightly. `by` is set to the judge that the verdict is from.
lp_outcome collector_add_stuck(collector *c, const recorder *r, uint32_t slot, limits *l,
                               lp_verdict *v, const judge **by);
uint32_t collector_distinct(const collector *c);
// All distinct histories, one line each, sorted.
bool collector_write(const collector *c, const char *path, error *e);

#endif
