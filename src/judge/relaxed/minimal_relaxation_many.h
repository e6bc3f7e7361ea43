// SPDX-License-Identifier: MIT
// The least factor for which a relaxed condition holds for many histories: those of
// a scenario, or of a stress run.
//
//     least l;
//     if (!minimal_relaxation_init(&l, "quasi", e)) …
//     each history: judge_history(l.judge, …, v); while it is violated, minimal_relaxation_raise(&l, v, spec)
//     minimal_relaxation_describe(&l, v);
//     minimal_relaxation_fini(&l);

#ifndef JUDGE_MINIMAL_RELAXATION_MANY_H
#define JUDGE_MINIMAL_RELAXATION_MANY_H

#include "judge/judge.h"

typedef struct minimal_relaxation {
    const char *condition; // without its factor
    uint32_t factor;       // enough for all that was seen so far
    bool hopeless;         // no factor is
    const judge *judge;    // the condition with that factor
    lp_verdict need;       // what was violated with one less; nothing, if the factor is 0
} minimal_relaxation;

// An error if the condition has no factor. `condition` NULL: quasi.
bool minimal_relaxation_init(minimal_relaxation *l, const char *condition, error *e);
void minimal_relaxation_fini(minimal_relaxation *l);

// After a history that violates l->judge: takes all of the verdict, and makes the
// factor large enough for its counterexample. False: no factor is enough. The verdict
// stays as it is, and l->judge is about a factor as large as can be.
bool minimal_relaxation_raise(minimal_relaxation *l, lp_verdict *v, const lp_spec *spec);

// Says in the verdict on all of them what the factor is, and what needs it.
void minimal_relaxation_describe(const minimal_relaxation *l, lp_verdict *v);
// In the detail: the lead, why one less was not enough, and the operations of the
// counterexample to that.
void minimal_relaxation_describe_need(const lp_verdict *less, const char *lead, lp_verdict *v);

#endif
