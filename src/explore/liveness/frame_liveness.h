// SPDX-License-Identifier: MIT
// Which of a thread's registers and stack bytes its own code will still read.
// Two visits of a loop's head differ in what the last round left behind; if
// nothing will read it, they are the same.
//
// The machine code of the function is read (code_liveness.c) and liveness computed
// backwards over it. All doubts are settled in favour of "it is read": a
// function with an indirect jump, a landing pad or a changing frame is not
// known at all. Without the disassembler no function is.

#ifndef EXPLORE_FRAME_LIVENESS_H
#define EXPLORE_FRAME_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

// Four bytes of the frame are one bit. Below LIVE_FRAME bytes everything counts as read.
enum { LIVE_GRAIN = 4, LIVE_FRAME = 1024, LIVE_WORDS = LIVE_FRAME / LIVE_GRAIN / 64 };

typedef struct live_set {
    uint64_t grains[LIVE_WORDS]; // bit n: the bytes from -4 (n + 1), seen from the return address
    uint8_t registers;           // rbx, rbp, r12, r13, r14, r15
} live_set;

typedef struct live_point {
    live_set live;
    int32_t stack; // at the call, seen from the return address of the function: below 0
} live_point;

// At the call that returns to `pc`, just before it. NULL: not known.
const live_point *live_at(const void *pc);
// Has that been found out already? Then *found is the answer.
bool live_known(const void *pc, const void **found);

#endif
