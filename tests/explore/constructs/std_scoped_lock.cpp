// SPDX-License-Identifier: MIT
// std::scoped_lock takes two mutexes, in different orders: libstdc++ tries until it has both.
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
#ifdef WRONG
        std::lock_guard one(swap ? right : left);
        std::lock_guard two(swap ? left : right);
#else
        std::scoped_lock all(swap ? right : left, swap ? left : right);
#endif
        return bump(&n);
    }
};

COUNTER
