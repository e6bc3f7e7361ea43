// SPDX-License-Identifier: MIT
// Two-step linearisation (Lawrence and Lowe, §3 and §5): synchronisation objects judged
// by plain linearizability. An operation becomes two: the first brings its arguments,
// the second takes its result away. An ordinary spec sees to it that the first steps of
// those that meet come one after the other, and that results fit. Slower than the
// direct search, and shares no code with it: each is held against the other.

#ifndef JUDGE_TWO_STEP_SEARCH_H
#define JUDGE_TWO_STEP_SEARCH_H

#include "judge/judge.h"

typedef enum two_step_kind {
    // §3.2, §5 and Fig. 3: every method is in one synchronisation, whose arity may depend
    // on the state but not on who is there. The last of different methods needs one step
    // only. Second steps are at the return, as a log would have them.
    TWO_STEP_FIXED,
    // §3.3: any spec. The second step may be anywhere within the operation.
    TWO_STEP_GENERAL,
    // §5, adaptive logging: what came of an operation says whether it acted alone.
    TWO_STEP_ADAPTIVE,
} two_step_kind;

typedef struct two_step_options {
    two_step_kind kind;
    // Fixed and adaptive: for each operation, the event after which its second step is
    // logged; a slow logger is late. NULL: its return.
    const uint32_t *logged_after;
} two_step_options;

// Is the construction made for this spec? If not, `e` says why.
bool two_step_suits(const lp_spec *spec, two_step_kind kind, error *e);
// Sets the outcome. `suits` must hold.
void two_step_run(const judge_task *task, const two_step_options *options, lp_verdict *v);
// The conditions: a spec without synchronisations is judged as it is; one that does not
// suit is unknown.
void two_step_judge(const judge_task *task, two_step_kind kind, lp_verdict *v);

#endif
