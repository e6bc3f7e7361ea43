// SPDX-License-Identifier: MIT
// A std::atomic of a struct of 24 bytes, behind a lock of libatomic.
// Wrong: a load and a store.
// scenario: next | next
// flags: -latomic

#include "construct.h"

#include <atomic>

struct three {
    long a, b, c;
};

struct object {
    std::atomic<three> t{three{0, 0, 0}};

    long next()
    {
        three now = t.load(), then;
        do
            then = three{now.a + 1, now.b + 2, now.c + 3};
        while (EITHER(!t.compare_exchange_strong(now, then), (t.store(then), false)));
        return now.b == 2 * now.a ? now.a : NOTHING;
    }
};

COUNTER
