// SPDX-License-Identifier: MIT
// std::latch: wait returns when the other thread has counted it down.
// Wrong: try_wait returns at once, and its answer is ignored.
// scenario: write(1) | read
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <latch>

struct object {
    std::latch written{1};
    long a = 0, b = 0;

    void store(long v)
    {
        a = v;
        b = v;
        written.count_down();
    }

    long load()
    {
        EITHER(written.wait(), (void)written.try_wait());
        return both(a, b);
    }
};

REGISTER
