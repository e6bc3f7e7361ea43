// SPDX-License-Identifier: MIT
// An _Atomic struct of 24 bytes, behind a lock of libatomic.
// Wrong: load and store instead of compare-exchange.
// scenario: next | next
// flags: -latomic

#include "construct.h"

#include <stdatomic.h>

struct three {
    long a, b, c;
};

struct object {
    _Atomic struct three t;
};

static long next(struct object *o)
{
    struct three now = atomic_load(&o->t), then;
    do
        then = (struct three){now.a + 1, now.b + 2, now.c + 3};
    while (EITHER(!atomic_compare_exchange_strong(&o->t, &now, then),
                  (atomic_store(&o->t, then), false)));
    return now.b == 2 * now.a && now.c == 3 * now.a ? now.a : NOTHING;
}

COUNTER(NONE, NONE)
