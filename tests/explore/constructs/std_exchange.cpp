// SPDX-License-Identifier: MIT
// std::swap and std::exchange on shared variables, under a lock.
// Wrong: without one; only the name says that they are one step.
// scenario: next | next

#include "construct.h"

#include <utility>

struct object {
    gate door{};
    long n = 0, spare = 1;

    long next()
    {
        inside guard(door);
        std::swap(n, spare);
        return std::exchange(spare, n + 1);
    }
};

COUNTER
