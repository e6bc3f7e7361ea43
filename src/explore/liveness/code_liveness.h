// SPDX-License-Identifier: MIT
// The machine code of one function: its instructions, where control goes, and
// what each reads and writes of the registers that calls preserve and of the frame.

#ifndef EXPLORE_CODE_LIVENESS_H
#define EXPLORE_CODE_LIVENESS_H

#include "explore/liveness/frame_liveness.h"

enum { LIVE_OUT = UINT32_MAX }; // control does not go on here

typedef struct liveness_step {
    const uint8_t *at;
    uint8_t length;
    uint32_t next[2]; // instructions; LIVE_OUT: none
    int32_t stack;    // before it, seen from the return address
    bool reached, is_call;
    liveness_set reads, writes;
} liveness_step;

typedef struct liveness_code {
    liveness_step *steps;
    uint32_t count, capacity;
} liveness_code;

// The function that `pc` is in. False: it is not understood. The caller frees code->steps.
bool liveness_code_read(const void *pc, liveness_code *code);

#endif
