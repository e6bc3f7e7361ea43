// SPDX-License-Identifier: MIT
// std::tuple and structured bindings, under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <mutex>
#include <tuple>

struct object {
    std::mutex lock;
    std::tuple<long, long> both_of_them{0, 0};

    long next()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        auto &[a, b] = both_of_them;
        long now = a;
        a = now + 1;
        b = 2 * a;
        return b == 2 * now + 2 ? now : NOTHING;
    }
};

COUNTER
