// SPDX-License-Identifier: MIT
// A small interpreter with computed goto; its one instruction counts atomically.
// Wrong: there are two, one to read and one to write.
// scenario: next | next

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    static const void *const code[] = {&&count, &&read, &&write, &&end};
    static const int right[] = {0, 3}, wrong[] = {1, 2, 3};
    const int *pc = EITHER(right, wrong);
    long now = 0;
    (void)right;
    (void)wrong;
    goto *code[*pc];
count:
    now = __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST);
    goto *code[*++pc];
read:
    now = o->n;
    goto *code[*++pc];
write:
    o->n = now + 1;
    goto *code[*++pc];
end:
    return now;
}

COUNTER(NONE, NONE)
