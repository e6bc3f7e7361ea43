// SPDX-License-Identifier: MIT
// A compare-exchange of sixteen bytes, made by libatomic or cmpxchg16b.
// Wrong: the comparison has what the variable holds by then.
// scenario: next | next
// flags: -mcx16 -latomic

#include "construct.h"

struct object {
    unsigned __int128 n;
};

static long next(struct object *o)
{
    unsigned __int128 now = __atomic_load_n(&o->n, __ATOMIC_SEQ_CST), wanted = now;
    for (;;) {
        unsigned __int128 sum = now + 1;
        IF_WRONG(wanted = __atomic_load_n(&o->n, __ATOMIC_SEQ_CST);)
        if (__atomic_compare_exchange_n(&o->n, &wanted, sum, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            return (long)now;
        now = wanted;
    }
}

COUNTER(NONE, NONE)
