// SPDX-License-Identifier: MIT
// std::any: the number in a box of any type, under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no

#include "construct.h"

#include <any>

struct object {
    gate door{};
    std::any box = 0L;

    long next()
    {
        inside guard(door);
        long now = std::any_cast<long>(box);
        box = now + 1;
        return now;
    }
};

COUNTER
