// SPDX-License-Identifier: MIT
// std::atomic_flag with test, wait and notify.
// Wrong: looks with test, and sets afterwards.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>

struct object {
    std::atomic_flag busy;
    long n = 0;

    long next()
    {
        while (EITHER(busy.test_and_set(), busy.test()))
            busy.wait(true);
        IF_WRONG(busy.test_and_set();)
        long now = bump(&n);
        busy.clear();
        busy.notify_all();
        return now;
    }
};

COUNTER
