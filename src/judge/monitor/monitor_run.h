// SPDX-License-Identifier: MIT
// Linearizability of a whole history by the monitor, event by event. Slower than
// jit_search on long histories, but it knows synchronisations, and at a violation
// it knows every state that was possible.

#ifndef JUDGE_MONITOR_RUN_H
#define JUDGE_MONITOR_RUN_H

#include "base/intern.h"
#include "judge/judge.h"

// As judge.run does; a violation comes with its culprit and the states before it.
void monitor_run(const judge_task *task, lp_verdict *v);
// The same without a look ahead to the last return: slower, but of a shortest violated
// history the culprit is the last operation to return.
void monitor_reason(const judge_task *task, lp_verdict *v);
// Of a history whose last return, and nothing before it, is a violation: the bytes of every
// state in which that operation could have been about to take effect. False: it is no such
// history, or there are too many, or a limit was reached.
bool monitor_last_states(const judge_task *task, intern *states);

#endif
