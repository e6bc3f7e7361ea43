// SPDX-License-Identifier: MIT
// std::counting_semaphore with one permit, taken with try_acquire until there is one.
// Wrong: it has two.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <semaphore>

struct object {
    std::counting_semaphore<2> permits{EITHER(1, 2)};
    long n = 0;

    long next()
    {
        while (!permits.try_acquire())
            ;
        long now = bump(&n);
        permits.release();
        return now;
    }
};

COUNTER
