// SPDX-License-Identifier: MIT
// Is a deadlock a fault? A thread may wait for a lock whose holder keeps it, and for an
// item that nobody puts in.

#ifndef EXPLORE_DEADLOCK_H
#define EXPLORE_DEADLOCK_H

#include "explore/search.h"

// Is nobody stuck who is in no operation: main in create() or destroy()? To be asked at
// the end of the execution, after client_open_calls.
bool deadlock_in_operations(void);
// The verdict on such an end, by the options' judge, which must be one. Holds: the
// condition does, and the spec lets none of the operations that are stuck go on. Violated
// with `v->judge`: the condition is; without: the deadlock is the fault.
bool deadlock_judge(const search_options *o, lp_history *h, lp_verdict *v, error *e);

#endif
