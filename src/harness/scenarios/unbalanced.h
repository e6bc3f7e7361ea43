// SPDX-License-Identifier: MIT
// What a scenario that is not well-formed does to the verdict on a relaxed condition.

#ifndef HARNESS_UNBALANCED_H
#define HARNESS_UNBALANCED_H

#include "harness/test_object.h"
#include "judge/judge.h"

// If as many calls take something out as put something in, or it is not known which do, or the
// condition has no factor: nothing. Else the detail gets a note with the reason.
void unbalanced_note(const subject *s, const judge *condition, const scenario *sc, lp_verdict *v);

#endif
