// SPDX-License-Identifier: MIT
// The search through all schedules of a scenario: depth first, by running again
// from the start with a prefix of choices.
//
//   paths    every interleaving is run: the oracle for everything cleverer
//   states   an execution that comes to a state seen before is not continued;
//            see state_table.h for why nothing is lost
//   dpor     of executions that differ only in the order of independent steps
//            one is run: see dpor.h
//   bounded  paths with at most 0, 1, 2, … preemptions, until none is left out
//   random, pct   schedules drawn at random: see random_strategy.c
//   auto     dpor, and states where that does not come to an end: threads that
//            spin, or something the reduction does not understand

#ifndef EXPLORE_EXPLORATION_H
#define EXPLORE_EXPLORATION_H

#include "base/intern.h"
#include "base/io/limits.h"
#include "explore/effects/effect_graph.h"
#include "explore/runtime/schedule_text.h"
#include "harness/test_object.h"
#include "judge/evidence/progress_curve.h"
#include "judge/judge.h"

typedef enum search_kind {
    SEARCH_AUTO,
#define SEARCH(kind, name, strategy) SEARCH_##kind,
#include "explore/search/search_kinds.def"
} search_kind;

const char *search_kind_name(search_kind kind);
bool search_kind_samples(search_kind kind); // draws schedules at random
bool search_kind_find(const char *name, search_kind *kind);

typedef struct search_options {
    const subject *subject;
    const judge *judge; // NULL: histories are not judged
    search_kind kind;
    uint32_t preemptions; // at most so many; UINT32_MAX: no limit
    uint32_t depth;       // of PCT
    uint64_t seed;        // of what is drawn at random
    bool symmetry;        // threads with the same calls are interchangeable: see thread_symmetry.h
    bool lock_free;       // some operation must finish, whoever is not run any more
    bool real_time;       // the order of returns and calls of different threads matters
    bool takes_wait;      // who takes something out may wait for it: see deadlock.h
    bool repeats;         // a history that was seen before is judged again
    uint64_t max_executions; // 0: no limit
    uint64_t max_steps;      // of one execution
    double hang;             // seconds without a step: see watchdog.h
    effect_graph *effects;   // executions are written down; NULL: they are not
    limits *limits;
    uint64_t split; // a search with more executions is worth several processes
    uint32_t jobs;  // how many processes may be used
    // For progress: which scenario of how many, of which size (or NULL), and the executions
    // of earlier ones.
    const char *size;
    uint32_t scenario, scenarios;
    uint64_t executions_before;
    progress_curve *curve; // how it comes on; NULL: nobody asks
    uint64_t histories_before;
} search_options;

typedef struct search_figures {
    uint64_t executions; // begun, whether or not they were continued to an end
    uint64_t complete;   // of them come to an end
    search_kind kind;    // that was used in the end
    uint64_t states, steps, histories, leaked;
    uint32_t bound;             // all executions with so many preemptions were run, + 1
    bool bounded;               // others were not
    bool symmetry;              // one execution was run for each orbit of symmetric threads
    bool stuck;                 // violated: operations never return
    bool unlucky;               // a run was left out in which a lock is missed again and again
    uint64_t cut_off;           // executions that took too long
    uint32_t parts, parts_done; // of a search by several processes
    double part_done;           // of one that was stopped: an estimate, from 0 to 1
} search_figures;

// Decides v->outcome and, unless it holds, v->reason, with all the evidence.
// The distinct histories go, one canonical line each, into `lines` if given.
bool search_run(const search_options *o, const scenario *sc, intern *lines, search_figures *f,
                lp_verdict *v, error *e);
// One execution along a schedule, traced. `stuck`: where it ends, no operation will ever
// return.
bool search_replay(const search_options *o, const scenario *sc, const schedule *along, bool stuck,
                   lp_verdict *v, error *e);

#endif
