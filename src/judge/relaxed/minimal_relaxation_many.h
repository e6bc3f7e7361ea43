// SPDX-License-Identifier: MIT
// The least factor for which a relaxed condition holds for many histories: those of
// a scenario, or of a stress run.
//
//     least l;
//     if (!least_init(&l, "quasi", e)) …
//     each history: judge_history(l.judge, …, v); while it is violated, least_raise(&l, v, spec)
//     least_tell(&l, v);
//     least_fini(&l);

#ifndef JUDGE_MINIMAL_RELAXATION_MANY_H
#define JUDGE_MINIMAL_RELAXATION_MANY_H

#include "judge/judge.h"

typedef struct least {
    const char *condition; // without its factor
    uint32_t factor;       // enough for all that was seen so far
    bool hopeless;         // no factor is
    const judge *judge;    // the condition with that factor
    lp_verdict need;       // what was violated with one less; nothing, if the factor is 0
} least;

// An error if the condition has no factor. `condition` NULL: quasi.
bool least_init(least *l, const char *condition, error *e);
void least_fini(least *l);

// After a history that violates l->judge: takes all of the verdict, and makes the
// factor large enough for its counterexample. False: no factor is enough. The verdict
// stays as it is, and l->judge is about a factor as large as can be.
bool least_raise(least *l, lp_verdict *v, const lp_spec *spec);

// Says in the verdict on all of them what the factor is, and what needs it.
void least_tell(const least *l, lp_verdict *v);
// In the detail: the lead, why one less was not enough, and the operations of the
// counterexample to that.
void least_tell_need(const lp_verdict *less, const char *lead, lp_verdict *v);

#endif
