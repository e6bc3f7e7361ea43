// SPDX-License-Identifier: MIT
// Is it a fault that operations never return, in a deadlock or a livelock? A thread may wait
// for a lock whose holder keeps it, and for an item that nobody puts in.
//
// The spec says who may wait. That of a queue has a `deq` return nil; an object whose `deq`
// waits instead is as good, if the test says what is put in and taken out (.flow) and the
// object is seen to wait when it is empty, with that call alone.

#ifndef EXPLORE_DEADLOCK_H
#define EXPLORE_DEADLOCK_H

#include "explore/search/exploration.h"

// Is nobody stuck who is in no operation: main in create() or destroy()? To be asked at
// the end of the execution, after client_open_calls.
bool deadlock_in_operations(void);
// The verdict on such an end, by the options' judge, which must be one. Holds: the
// condition does, and the spec lets none of the operations that are stuck go on. Violated
// by the condition (verdict_breaks_condition), or else because of the deadlock.
bool deadlock_judge(const search_options *o, lp_history *h, lp_verdict *v, error *e);
// Of a history with such an end that is a fault by the spec: a call of the scenario that
// takes something out, if only such calls have not returned and all that was put in is
// taken; else NULL. If that call alone waits for ever, then `takes_wait`.
const scenario_call *deadlock_suspect(const search_options *o, const scenario *sc,
                                      const lp_history *h);

#endif
