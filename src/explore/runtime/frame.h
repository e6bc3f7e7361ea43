// SPDX-License-Identifier: MIT
// The hooks that compiled code calls for its accesses begin with a few
// instructions that write down where the user's code is: the registers that calls
// preserve and the stack pointer. Then they go on to the C function. Once inside
// that, the registers would be somewhere on the stack.
//
// With the step (`pending`: kind, address, size, memory order) this is all that such a hook
// goes on with: see state_table.h. What its own frames have besides is scratch.

#ifndef EXPLORE_FRAME_H
#define EXPLORE_FRAME_H

#include <stdint.h>

// Of `hook`: it has more to do than its next step.
#define FRAME_GOES_ON (1ull << 32)

typedef struct user_frame {
    uint64_t registers[6]; // rbx, rbp, r12, r13, r14, r15
    const char *stack;     // the return address is here
    uint64_t hook;         // we are in this one, and it has written this down; 0: in another
    // Of an atomic update or store: what it may write, what it expects and where that is,
    // the memory order of a failure.
    uint64_t operands[6];
} user_frame;

extern user_frame frame_now __attribute__((visibility("hidden")));

// Defines the hook `name`; its C function has the prefix hook_ and calls
// access_plain or access_atomic, which clear frame_now.hook.
#define FRAME_HOOK(name) FRAME_HOOK_NUMBERED(name, __COUNTER__)
#define FRAME_HOOK_NUMBERED(name, number) FRAME_HOOK_TEXT(name, number)
#define FRAME_HOOK_TEXT(name, number)                                                              \
    __asm__(".pushsection .text\n\t.globl " #name "\n\t.type " #name ", @function\n" #name ":\n\t" \
            ".cfi_startproc\n\t"                                                                   \
            "mov %rbx, frame_now(%rip)\n\tmov %rbp, frame_now+8(%rip)\n\t"                         \
            "mov %r12, frame_now+16(%rip)\n\tmov %r13, frame_now+24(%rip)\n\t"                     \
            "mov %r14, frame_now+32(%rip)\n\tmov %r15, frame_now+40(%rip)\n\t"                     \
            "mov %rsp, frame_now+48(%rip)\n\tmovq $1+" #number ", frame_now+56(%rip)\n\t"          \
            "jmp hook_" #name "\n\t"                                                               \
            ".cfi_endproc\n\t.size " #name ", .-" #name "\n\t.popsection")

#define FRAME_HIDDEN __attribute__((visibility("hidden"), used))

#endif
