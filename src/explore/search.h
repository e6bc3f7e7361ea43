// SPDX-License-Identifier: MIT
// The search through all schedules of a scenario: depth first, by running again
// from the start with a prefix of choices. No partial-order reduction.
//
//   paths    every interleaving is run: the oracle for everything cleverer
//   states   an execution that comes to a state seen before is not continued;
//            see state.h for why nothing is lost

#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "base/intern.h"
#include "base/limits.h"
#include "explore/schedule_text.h"
#include "harness/object.h"
#include "judge/judge.h"

typedef struct search_options {
    const subject *subject;
    const judge *judge;
    bool states;
    uint64_t max_executions; // 0: no limit
    limits *limits;
    uint64_t executions_before; // of earlier scenarios, for progress
} search_options;

typedef struct search_figures {
    uint64_t executions; // begun, whether or not they were continued to an end
    uint64_t complete;   // of them come to an end
    uint64_t states, steps, histories, leaked;
} search_figures;

// Decides v->outcome and, unless it holds, v->reason, with all the evidence.
// The distinct histories go, one canonical line each, into `lines` if given.
bool search_run(const search_options *o, const scenario *sc, intern *lines, search_figures *f,
                lp_verdict *v, error *e);
// One execution along a schedule, traced.
bool search_replay(const search_options *o, const scenario *sc, const schedule *along,
                   lp_verdict *v, error *e);

#endif
