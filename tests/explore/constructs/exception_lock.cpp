// SPDX-License-Identifier: MIT
// An exception leaves a block with a lock guard: the lock is free again.
// Wrong: locked by hand, it stays taken.
// scenario: next | next

#include "construct.h"

#include <mutex>
#include <stdexcept>

struct ticket : std::runtime_error {
    long number;
    explicit ticket(long n) : std::runtime_error("a number"), number(n)
    {
    }
};

struct object {
    std::mutex lock;
    long n = 0;

    void count()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        IF_WRONG(lock.lock();)
        throw ticket(bump(&n));
    }

    long next()
    {
        try {
            count();
        } catch (const ticket &t) {
            return t.number;
        }
        return NOTHING;
    }
};

COUNTER
