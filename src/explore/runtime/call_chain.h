// SPDX-License-Identifier: MIT
// Who called whom when the user's code came to a step: return addresses and the
// registers that calls preserve. By the unwinder of exceptions, so that code needs no
// frame pointers. Only executions that are shown are looked at so closely.

#ifndef EXPLORE_CALL_CHAIN_H
#define EXPLORE_CALL_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { CHAIN_MAX = 32, CHAIN_REGISTERS = 16 };

// One function that was really called; what was inlined into it is in the debug
// information.
typedef struct chain_frame {
    const void *pc;                      // a return address
    uint64_t cfa;                        // where its frame begins
    uint64_t registers[CHAIN_REGISTERS]; // by DWARF's numbers
    uint32_t known;                      // which of them
} chain_frame;

typedef struct chain {
    uint32_t count;
    chain_frame frames[CHAIN_MAX]; // innermost first; the user's only
} chain;

// Of the fiber that runs, in a hook.
void chain_capture(chain *c);

#endif
