// SPDX-License-Identifier: MIT
// What a verdict says about threads (linchpin/threads.h): filled in, taken back, and as JSON.

#ifndef JUDGE_THREAD_EVIDENCE_H
#define JUDGE_THREAD_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

enum { WAIT_COUNT = LP_WAIT_OTHER + 1 };

// Strings are copied.
void verdict_waiting(lp_verdict *v, const lp_waiting *it);
// One cycle, at first of no thread. `steps` 0: not counted.
void verdict_cycle(lp_verdict *v, uint32_t steps, bool unfair);
// A thread of the cycle, at first without lines; and a line of the last one.
void verdict_turning(lp_verdict *v, int64_t thread);
void verdict_turning_line(lp_verdict *v, uint32_t line);
void verdict_race(lp_verdict *v, const lp_race *it);

// All of it, away; or from one verdict to another, in the place of what that one has.
void thread_evidence_clear(lp_verdict *v);
void thread_evidence_move(lp_verdict *to, lp_verdict *from);

void thread_evidence_write(json_writer *w, const lp_verdict *v);
// Reads the value of a member of that name. *known: there is such a member. False: it is not
// as it was written.
bool thread_evidence_read(json *j, const char *key, lp_verdict *v, bool *known);

#endif
