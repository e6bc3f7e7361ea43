// SPDX-License-Identifier: MIT
// Which of a thread's registers and stack bytes its own code may still read: live-variable
// analysis on machine code. Two visits to the head of a loop mostly differ in what the last
// iteration left behind; where that is dead, the thread is in the same state.
//
// The machine code of the function is disassembled (code_liveness.c) and liveness is computed
// backwards to a fixed point (Kildall 1973). It is conservative: every doubt counts as a read,
// and of a function with an indirect jump, a landing pad or a changing frame everything is
// live. Without the disassembler this holds for every function.

#ifndef EXPLORE_FRAME_LIVENESS_H
#define EXPLORE_FRAME_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

// Four bytes of the frame are one bit. Below LIVE_FRAME bytes everything counts as read.
enum { LIVE_GRAIN = 4, LIVE_FRAME = 1024, LIVE_WORDS = LIVE_FRAME / LIVE_GRAIN / 64 };

typedef struct liveness_set {
    uint64_t grains[LIVE_WORDS]; // bit n: the bytes from -4 (n + 1), seen from the return address
    uint8_t registers;           // rbx, rbp, r12, r13, r14, r15
} liveness_set;

typedef struct liveness_point {
    liveness_set live;
    int32_t stack; // at the call, seen from the return address of the function: below 0
} liveness_point;

// At the call that returns to `pc`, just before it. NULL: not known.
const liveness_point *liveness_at(const void *pc);
// Has that been found out already? Then *found is the answer.
bool liveness_known(const void *pc, const void **found);

#endif
