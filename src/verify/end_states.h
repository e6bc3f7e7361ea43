// SPDX-License-Identifier: MIT
// `ends E`: E holds in every state in which no action is enabled, faults of the environment aside.

#ifndef VERIFY_END_STATES_H
#define VERIFY_END_STATES_H

#include "verify/job.h"
#include "verify/search/acyclic.h"

// The conditions of the instance, a bit each.
uint64_t ends_wanted(const model *m, const instance *v);
// After the way to a state in which one does not hold.
void ends_break(job *j, const search *q);
// What a complete search proves, with what it does not. NULL: nothing was asked, or a fault.
const char *ends_news(const job *j, search *q);

#endif
