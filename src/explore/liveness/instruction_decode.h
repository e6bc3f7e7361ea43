// SPDX-License-Identifier: MIT
// For code_liveness.c: decoded instructions, who is called, and what registers hold.

#ifndef EXPLORE_INSTRUCTION_DECODE_H
#define EXPLORE_INSTRUCTION_DECODE_H

#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct decoded {
    ZydisDecodedInstruction head;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
} decoded;

bool decode(const uint8_t *at, size_t size, decoded *out);
// Where a jump or call with a fixed target goes; NULL: it has none.
const uint8_t *decoded_target(const decoded *d, const uint8_t *at);
bool decoded_clears(const decoded *d); // xor and sub of a register with itself

// Registers that calls preserve, as in liveness_set; 0: it is none of them.
enum { PRESERVED_ALL = 0x3f };
uint8_t preserved_bit(ZydisRegister reg);

typedef enum liveness_callee {
    CALLEE_UNKNOWN, // may read what it finds on the stack
    CALLEE_QUIET,   // reads nothing of the caller's frame
    CALLEE_ATOMIC,  // reads where its first argument points
    CALLEE_COMPARE, // and its second
} liveness_callee;
liveness_callee decoded_callee(const decoded *d, const uint8_t *at);

// The function around pc, if no exception is caught or cleaned up after in it.
bool code_range(const void *pc, const uint8_t **start, size_t *size);

// What a register holds: an address in the frame, as a distance from the return
// address; or one of these.
enum { SOMEWHERE = INT32_MAX - 1, ELSEWHERE = INT32_MAX };

typedef struct frame_state {
    int32_t holds[16];
} frame_state;

static inline bool in_frame(int32_t held)
{
    return held < SOMEWHERE;
}

void frame_state_entry(frame_state *s);
int32_t frame_state_of(const frame_state *s, ZydisRegister reg);
bool frame_state_join(frame_state *into, const frame_state *from, bool first);
// After the instruction. False: not understood. Sets *escaped if an address of the frame gets away.
bool frame_state_step(frame_state *s, const decoded *d, const uint8_t *at, bool *escaped);

#endif
