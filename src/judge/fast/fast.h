// SPDX-License-Identifier: MIT
// Judges of linearizability for one spec each, in log-linear time, where every
// value is added or written at most once. A fast judge is one file in fast/ that
// defines `const fast_judge fast_<file name>`; the build finds it there.

#ifndef JUDGE_FAST_H
#define JUDGE_FAST_H

#include "judge/judge.h"

typedef struct fast_judge {
    const char *spec; // the built-in it is for
    const char *name; // "queue, values in order"
    // LP_UNKNOWN: a precondition does not hold; somebody else must decide.
    lp_outcome (*run)(const judge_task *task);
    // Optional: of a history that holds and goes on, with nothing open that was called
    // before the event `before`: clears keep[i] for operations that cannot be part
    // of any violation to come, and without which what comes is judged alike.
    void (*settled)(const judge_task *task, uint32_t before, bool *keep);
    // Optional: may an operation of this method change anything? One that does not, and never
    // returns, need not be kept. NULL: all may.
    bool (*has_effect)(const lp_spec *spec, uint32_t method);
} fast_judge;

extern const fast_judge *const fast_judges[]; // NULL-terminated; made by the build
// The one for exactly this spec; NULL: there is none.
const fast_judge *fast_find(const lp_spec *spec);

#endif
