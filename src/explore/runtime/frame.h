// SPDX-License-Identifier: MIT
// The hooks that compiled code calls for its accesses begin with a few
// instructions that write down where the user's code is: the registers that calls
// preserve and the stack pointer. Then they go on to the C function. Once inside
// that, the registers would be somewhere on the stack.

#ifndef EXPLORE_FRAME_H
#define EXPLORE_FRAME_H

#include <stdint.h>

typedef struct user_frame {
    uint64_t registers[6]; // rbx, rbp, r12, r13, r14, r15
    const char *stack;     // the return address is here
    uint64_t fresh;        // written down by the hook that we are in
    uint64_t operands[4];  // of an atomic update: what it may write, what it expects
} user_frame;

extern user_frame frame_now __attribute__((visibility("hidden")));

// Defines the hook `name`; its C function has the prefix hook_ and calls
// access_plain or access_atomic, which end what is fresh.
#define FRAME_HOOK(name)                                                                           \
    __asm__(".pushsection .text\n\t.globl " #name "\n\t.type " #name ", @function\n" #name ":\n\t" \
            ".cfi_startproc\n\t"                                                                   \
            "mov %rbx, frame_now(%rip)\n\tmov %rbp, frame_now+8(%rip)\n\t"                         \
            "mov %r12, frame_now+16(%rip)\n\tmov %r13, frame_now+24(%rip)\n\t"                     \
            "mov %r14, frame_now+32(%rip)\n\tmov %r15, frame_now+40(%rip)\n\t"                     \
            "mov %rsp, frame_now+48(%rip)\n\tmovq $1, frame_now+56(%rip)\n\t"                      \
            "jmp hook_" #name "\n\t"                                                               \
            ".cfi_endproc\n\t.size " #name ", .-" #name "\n\t.popsection")

#define FRAME_HIDDEN __attribute__((visibility("hidden"), used))

#endif
