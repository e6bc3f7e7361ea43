// SPDX-License-Identifier: MIT
// What verify blocks can claim: see instance, in ast.h.

#ifndef MODEL_CLAIM_KIND_H
#define MODEL_CLAIM_KIND_H

#include <stdint.h>

// What is claimed of all histories.
typedef enum claim {
    CLAIM_NOTHING, // no assertion fails, and the like
    CLAIM_LINEARIZABLE,
    CLAIM_SEQUENTIAL,
    CLAIM_SERIALIZABLE,
    CLAIM_SYNCHRONISED,
    CLAIM_PROGRESSIBLE,
    CLAIM_CONDITION, // a relaxed one, or quiescent: see instance.condition
    CLAIM_COMMIT_ATOMIC,
    CLAIM_IMPLEMENTS, // of all traces: see instance.against
    CLAIM_PROGRESS,   // of endless runs: see instance.progress
    CLAIM_TEMPORAL,   // of all runs: see instance.temporal
} claim;

// What is compared, where one system is to implement another.
typedef enum refinement { REFINE_TRACES, REFINE_FAILURES, REFINE_DIVERGENCES } refinement;

// What is promised to operations in runs without an end, the strongest first of those that do not
// need the scheduler, then of those that do.
typedef enum progress {
    PROGRESS_WAITFREE,        // each returns after finitely many of its own steps
    PROGRESS_LOCKFREE,        // while steps are taken, some operation returns after finitely many
    PROGRESS_OBSTRUCTIONFREE, // one that runs alone returns
    PROGRESS_STARVATIONFREE,  // each returns, if every thread gets its turns
    PROGRESS_DEADLOCKFREE,    // some operation returns, if every thread gets its turns
} progress;

// reachable E with least X: the least value that X has in states in which E holds.
typedef enum extreme_kind { EXTREME_NONE, EXTREME_LEAST, EXTREME_GREATEST } extreme_kind;

// The lower, the better: the rank of a value, and the value of a rank.
static inline int64_t extreme_rank(extreme_kind which, int64_t value)
{
    return which == EXTREME_GREATEST ? -value : value;
}

#endif
