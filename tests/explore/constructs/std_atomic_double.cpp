// SPDX-License-Identifier: MIT
// std::atomic<double>: fetch_add is a compare-exchange in a loop.
// Wrong: a load and a store.
// scenario: next | next
// paths: no
// flags: -std=c++20

#include "construct.h"

#include <atomic>

struct object {
    std::atomic<double> n{0};

    long next()
    {
        IF_WRONG(double now = n; n = now + 1; return (long)now;)
        return (long)n.fetch_add(1);
    }
};

COUNTER
