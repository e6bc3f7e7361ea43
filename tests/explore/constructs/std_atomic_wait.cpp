// SPDX-License-Identifier: MIT
// A lock with std::atomic's wait and notify_one.
// Wrong: nobody is notified.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>

struct object {
    std::atomic<int> busy{0};
    long n = 0;

    long next()
    {
        while (busy.exchange(1))
            busy.wait(1);
        long now = bump(&n);
        busy = 0;
        IF_RIGHT(busy.notify_one();)
        return now;
    }
};

COUNTER
