// SPDX-License-Identifier: MIT
// std::tuple and structured bindings, under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no

#include "construct.h"

#include <tuple>

struct object {
    gate door{};
    std::tuple<long, long> both_of_them{0, 0};

    long next()
    {
        inside guard(door);
        auto &[a, b] = both_of_them;
        long now = a;
        a = now + 1;
        b = 2 * a;
        return b == 2 * now + 2 ? now : NOTHING;
    }
};

COUNTER
