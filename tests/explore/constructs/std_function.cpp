// SPDX-License-Identifier: MIT
// A std::function is called under a lock, which it does not know of.
// Wrong: it is copied under the lock, and called without it.
// scenario: next | next

#include "construct.h"

#include <functional>
#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;
    std::function<long()> count = [this] { return bump(&n); };

    long next()
    {
        std::unique_lock mine(lock);
        std::function<long()> copy = count;
        IF_WRONG(mine.unlock();)
        return copy();
    }
};

COUNTER
