// SPDX-License-Identifier: MIT
// Blocks that an execution does not free, and which they were where there were most.

#ifndef EXPLORE_LEAKS_H
#define EXPLORE_LEAKS_H

#include <linchpin/judge.h>

#include <stdint.h>

void leaks_forget(void);    // another scenario begins
uint32_t leaks_count(void); // of the execution that has come to its end
// "2 blocks are not freed at the end: t0#1 of 16 bytes, allocated at crash_stack.c:31". Other
// processes may have seen `most`: then only those are named that this one saw.
void leaks_decide(lp_verdict *v, uint64_t most);

#endif
