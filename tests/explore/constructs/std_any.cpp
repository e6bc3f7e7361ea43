// SPDX-License-Identifier: MIT
// std::any: the number in a box of any type, under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <any>
#include <mutex>

struct object {
    std::mutex lock;
    std::any box = 0L;

    long next()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        long now = std::any_cast<long>(box);
        box = now + 1;
        return now;
    }
};

COUNTER
