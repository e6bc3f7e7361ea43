// SPDX-License-Identifier: MIT
// Faults of a model's step, in words and as kinds of violations.

#ifndef VERIFY_PROBLEM_TEXT_H
#define VERIFY_PROBLEM_TEXT_H

#include "verify/system/transition_system.h"

#include <linchpin/judge.h>

const char *problem_text(problem p);
const char *invariant_at(const model *m, uint32_t where); // its name
lp_violation problem_violation(problem p);                // of one that is a fault of the model

#endif
