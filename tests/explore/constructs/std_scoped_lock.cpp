// SPDX-License-Identifier: MIT
// std::scoped_lock takes two mutexes. (Given in different orders, libstdc++ may go on trying.)
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
#ifdef WRONG
        bool swap = calls++ % 2 != 0;
        std::lock_guard one(swap ? right : left);
        std::lock_guard two(swap ? left : right);
#else
        std::scoped_lock all(left, right);
#endif
        return bump(&n);
    }
};

COUNTER
