// SPDX-License-Identifier: MIT
// std::timed_mutex: try_lock_for, and when the time is over an ordinary lock.
// Wrong: when the time is over it goes on without one.
// scenario: next | next
// paths: no

#include "construct.h"

#include <chrono>
#include <mutex>

struct object {
    std::timed_mutex lock;
    long n = 0;

    long next()
    {
        std::unique_lock mine(lock, std::defer_lock);
        if (!mine.try_lock_for(std::chrono::milliseconds(1))) {
            IF_RIGHT(mine.lock();)
        }
        return bump(&n);
    }
};

COUNTER
