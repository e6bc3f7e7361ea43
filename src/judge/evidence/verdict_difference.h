// SPDX-License-Identifier: MIT
// What is different between two verdicts on the same question, one of which is older, as after a
// change of the code. Found from what verdicts have, never from how they are printed.

#ifndef JUDGE_VERDICT_DIFFERENCE_H
#define JUDGE_VERDICT_DIFFERENCE_H

#include "base/io/json_write.h"

#include <linchpin/judge.h>

// The first that applies; those behind it may, too.
typedef enum difference_kind {
    DIFFERENCE_NONE,
    DIFFERENCE_OUTCOME,        // holds, violated, …
    DIFFERENCE_VIOLATION,      // something else is violated
    DIFFERENCE_COUNTEREXAMPLE, // the same is, and something else shows it
    DIFFERENCE_REASON,         // another error, another limit
    DIFFERENCE_QUESTION,       // the condition, the spec, what is covered, or what is warned of
    DIFFERENCE_FIGURES,        // only how much was done
} difference_kind;

typedef struct figure_change {
    lp_figure_id id;
    bool before_given, now_given;
    double before, now;
} figure_change;

typedef struct verdict_difference {
    const lp_verdict *before, *now; // the caller's
    difference_kind first;
    // Of two counterexamples, the first operation and the first step in which they differ; a number
    // that one of them does not have where it is the other's beginning. LP_NO_EVENT: none.
    uint32_t operation, step;
    // Without those that are measured, and without seeds.
    figure_change figures[LP_FIGURE_COUNT];
    uint32_t figure_count;
} verdict_difference;

void verdict_compare(const lp_verdict *before, const lp_verdict *now, verdict_difference *d);
// Is the verdict worth being told again? Figures are not.
bool difference_is_news(const verdict_difference *d);
// An object; docs/json.md describes it.
void difference_write(json_writer *w, const verdict_difference *d);

#endif
