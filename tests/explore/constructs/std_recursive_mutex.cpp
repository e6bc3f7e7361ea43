// SPDX-License-Identifier: MIT
// std::recursive_mutex is locked again by the one who has it.
// Wrong: std::mutex waits for itself.
// scenario: next | next
// paths: no

#include "construct.h"

#include <mutex>

struct object {
    std::EITHER(recursive_mutex, mutex) lock;
    long n = 0;

    long get()
    {
        std::lock_guard guard(lock);
        return n;
    }

    long next()
    {
        std::lock_guard guard(lock);
        long now = get();
        n = now + 1;
        return now;
    }
};

COUNTER
