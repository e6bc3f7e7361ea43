// SPDX-License-Identifier: MIT
// A naked function, all of it assembly, adds atomically.
// Wrong: it reads and adds in two instructions.
// scenario: next | next
// right: unknown
// wrong: unknown

#include "construct.h"

__attribute__((naked, noinline)) static long add(__attribute__((unused)) long *n)
{
#ifdef WRONG
    __asm__("movq (%rdi), %rax\n\taddq $1, (%rdi)\n\tret");
#else
    __asm__("movq $1, %rax\n\tlock xaddq %rax, (%rdi)\n\tret");
#endif
}

struct object {
    long n;
};

static long next(struct object *o)
{
    return add(&o->n);
}

COUNTER(NONE, NONE)
