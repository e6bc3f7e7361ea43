// SPDX-License-Identifier: MIT
// `reachable E`: after a complete search, which of the conditions hold in some state.

#ifndef VERIFY_REACHABILITY_H
#define VERIFY_REACHABILITY_H

#include "verify/job.h"

// The conditions of the instance, a bit each, and what is to be least or greatest where they hold.
uint64_t reachability_wanted(const model *m, const instance *v);
// The conditions that do not hold in the states that were met.
uint64_t reachability_lacking(const job *j, uint64_t reached);
// Some condition holds in no state: then the verdict says so.
bool reachability_lacks(job *j, const search *q);
// The way to a state for each condition, run again, in the verdict's detail. False: a fault.
bool reachability_show(job *j, search *q);

#endif
