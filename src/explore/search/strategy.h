// SPDX-License-Identifier: MIT
// A strategy decides which executions of a scenario are run, and in which order. The
// exploration (exploration.c) runs them, judges their histories and keeps to the limits;
// it knows strategies by this interface only:
//
//     strategy *s = strategy_new(kind, options);
//     do {
//         s->type->begin(s);                  ┐
//         … s->type->decide(s, decision) …    │ one execution
//         s->type->end(s);                    ┘
//         judge the history
//     } while (s->type->next(s));
//     strategy_free(s);
//
// When something is learnt that changes which steps there are (memory thought to be
// private is shared, a word is promoted), `restart` forgets all executions.
//
//   dpor      source-DPOR: see dpor.h
//   states    depth first, states seen before are not continued: states_strategy.c
//   paths     depth first, every schedule                      : paths_strategy.c
//   bounded   likewise, with 0, 1, 2, … preemptions            : paths_strategy.c
//   random, pct   schedules drawn at random: see random_strategy.c
//
// Others are run once each, by strategy_run: along a given schedule (schedule_replay.c), to a
// given state (stuck.c).

#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "base/text.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/schedule_text.h"
#include "explore/search/exploration.h"

struct state_graph;
typedef struct strategy_type strategy_type;

// The first member of each strategy.
typedef struct strategy {
    const strategy_type *type;
} strategy;

struct strategy_type {
    // By partial order: it may turn out not to apply to an object.
    bool reduces;
    // At random: there is always another execution, and one that is cut off does not matter.
    bool samples;
    strategy *(*create)(const search_options *o);
    void (*free)(strategy *s);
    void (*begin)(strategy *s); // an execution
    // The index of an option, or DECIDE_STOP with ended.how set: see strategy_stop.
    uint32_t (*decide)(strategy *s, const decision *d);
    // The same in the thread that comes to a point: see decide_here. NULL: never.
    uint32_t (*decide_here)(strategy *s);
    // The execution is over; ended.how may become END_RESTART.
    void (*end)(strategy *s);
    // It came to an end that the object may have: all operations returned, or a deadlock.
    void (*finish)(strategy *s);
    bool (*has_more)(const strategy *s); // after this execution, as far as known
    bool (*next)(strategy *s);           // to the next execution; false: that was all
    void (*restart)(strategy *s);
    void (*schedule)(const strategy *s, schedule *out); // of the last execution
    double (*part_done)(const strategy *s);             // an estimate, from 0 to 1
    void (*figures)(const strategy *s, search_figures *f);
    // The states that were seen; NULL: they are not kept.
    const struct state_graph *(*graph)(const strategy *s);
    // Cuts the tree at a depth: above it everything is tried; a path that comes to it goes on
    // only if `enter` says so, which is also asked at the end of an execution that never came
    // there. So the parts below can be given to several processes: see workers.h. NULL: all of
    // it is done by one.
    void (*cut)(strategy *s, uint32_t depth, bool (*enter)(void *context), void *context);
};

strategy *strategy_new(search_kind kind, const search_options *o);
void strategy_free(strategy *s); // NULL is none

// One execution, decided by this strategy alone: without limits, and not judged. Of the
// strategy's functions only begin, decide and end are used.
end_kind strategy_run(strategy *s);

// For those that decide: the execution ends so.
uint32_t strategy_stop(end_kind end, const char *why);
// With the same schedule the object did something else than before.
uint32_t strategy_differs(void);

// Defaults for what a strategy has no use for.
void strategy_ignore(strategy *s);
double strategy_no_estimate(const strategy *s);
void strategy_no_figures(const strategy *s, search_figures *f);
const struct state_graph *strategy_no_graph(const strategy *s);

#define SEARCH(kind, name, strategy) extern const strategy_type strategy;
#include "explore/search/search_kinds.def"

#endif
