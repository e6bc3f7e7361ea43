// SPDX-License-Identifier: MIT
// std::scoped_lock takes two mutexes in whatever order they are given.
// Wrong: one after the other, in different orders: a deadlock.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <mutex>

struct object {
    std::mutex left, right;
    std::atomic<int> calls{0};
    long n = 0;

    long next()
    {
        bool swap = calls++ % 2 != 0;
        std::mutex &first = swap ? right : left, &second = swap ? left : right;
#ifdef WRONG
        std::lock_guard one(first);
        std::lock_guard two(second);
#else
        std::scoped_lock all(first, second);
#endif
        return bump(&n);
    }
};

COUNTER
