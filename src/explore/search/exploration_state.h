// SPDX-License-Identifier: MIT
// A search on its way: what exploration.c shares with the files beside it.

#ifndef EXPLORE_EXPLORATION_STATE_H
#define EXPLORE_EXPLORATION_STATE_H

#include "explore/search/exploration.h"
#include "explore/search/strategy.h"

// Of a thread that is alone: is it where it was before?
typedef struct lone {
    uint32_t looks, renew; // so far; when `then` is renewed
    uint64_t then[2];
} lone;

typedef struct search {
    const search_options *options;
    const scenario *scenario;
    char which[64]; // "scenario 3 of 17, " for progress; nothing if there is one
    strategy *strategy;
    lone lone;
    uint32_t until_limits;
    intern *histories; // events in canonical order, as bytes
    intern *lines;     // as canonical text, if wanted
    search_figures *figures;
    uint64_t sample_at; // executions at which the curve has its next sample
    struct work *work;  // NULL: all of it; else what is ours: see workers.h
} search;

// ENOUGH: as much as was asked for. SPLIT: to be done by several processes; in one of them: to begin again.
typedef enum next_step { GO_ON, FINISHED, FAILED, SPLIT, ENOUGH } next_step;

void search_start_over(search *s);
// So many executions, of all processes, are done; `found`: distinct histories, or CURVE_UNKNOWN.
void search_sample(search *s, uint64_t executions, uint64_t found);
void search_sample_last(search *s); // what comes now is showing what was found
next_step search_run_all(search *s, lp_verdict *v, error *e);
// One execution has ended so; its strategy knows.
next_step search_take_end(search *s, end_kind end, lp_verdict *v, error *e);
void search_note_line(search *s, const lp_history *h); // for --histories
// A history that no other one equals: judged, noted.
next_step search_judge(search *s, lp_verdict *v, error *e);
// Along this schedule, no operation can return any more.
bool search_tell_stuck(search *s, const schedule *taken, lp_verdict *v, error *e);
// After a complete search by states: runs without an end, and whether they may be.
next_step search_judge_endless(search *s, lp_verdict *v, error *e);
// The execution that just ended shows that the object is not lock-free.
bool search_show_blocking(search *s, lp_verdict *v, error *e);

#endif
