// SPDX-License-Identifier: MIT
// What the conditions for read/write registers share: which values a read may
// return, looked at read by read.

#ifndef JUDGE_REGISTER_READS_H
#define JUDGE_REGISTER_READS_H

#include "judge/judge.h"

bool register_is_write(const judge_task *task, uint32_t op);

// Every read returns the value of a write that is not called after it has
// returned, and that is not overwritten for certain: no other write lies wholly
// between the two. Or nothing, as long as no write is over before it is called.
// `overlapping_too`: also reads that overlap a write, which may return anything
// otherwise.
void register_judge_reads(const judge_task *task, bool overlapping_too, lp_verdict *v);

#endif
