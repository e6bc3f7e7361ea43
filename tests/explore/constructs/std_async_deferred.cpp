// SPDX-License-Identifier: MIT
// std::async with std::launch::deferred runs where the result is asked for, under the lock.
// Wrong: it is made under the lock and asked for without it.
// scenario: next | next
// paths: no

#include "construct.h"

#include <future>
#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;

    long next()
    {
        std::unique_lock mine(lock);
        auto later = std::async(std::launch::deferred, [this] { return bump(&n); });
        IF_WRONG(mine.unlock();)
        return later.get();
    }
};

COUNTER
