// SPDX-License-Identifier: MIT
// The generic __atomic_load and __atomic_compare_exchange on a struct of eight bytes.
// Wrong: one of its two members is read by itself, before.
// scenario: next | next

#include "construct.h"

struct pair {
    int n, twice;
};

struct object {
    struct pair p;
};

static long next(struct object *o)
{
    struct pair now, then;
    IF_WRONG(int early = __atomic_load_n(&o->p.n, __ATOMIC_RELAXED);)
    __atomic_load(&o->p, &now, __ATOMIC_SEQ_CST);
    do {
        IF_WRONG(now.n = early; now.twice = 2 * early;)
        then.n = now.n + 1;
        then.twice = 2 * then.n;
        IF_WRONG(__atomic_load(&o->p, &now, __ATOMIC_SEQ_CST);)
    } while (
        !__atomic_compare_exchange(&o->p, &now, &then, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return then.n - 1;
}

COUNTER(NONE, NONE)
