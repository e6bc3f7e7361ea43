// SPDX-License-Identifier: MIT
// std::mutex, locked and unlocked by hand.
// Wrong: it is unlocked between reading and writing.
// scenario: next | next

#include "construct.h"

#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;

    long next()
    {
        lock.lock();
        long now = n;
        IF_WRONG(lock.unlock(); lock.lock();)
        n = now + 1;
        lock.unlock();
        return now;
    }
};

COUNTER
