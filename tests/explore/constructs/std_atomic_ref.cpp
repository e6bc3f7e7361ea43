// SPDX-License-Identifier: MIT
// std::atomic_ref makes accesses to a plain variable atomic.
// Wrong: one of the two accesses is not made through it.
// scenario: next | next
// flags: -std=c++20

#include "construct.h"

#include <atomic>

struct object {
    alignas(8) long n = 0;

    long next()
    {
        std::atomic_ref<long> counter(n);
        IF_WRONG(long now = n; counter = now + 1; return now;)
        return counter.fetch_add(1);
    }
};

COUNTER
