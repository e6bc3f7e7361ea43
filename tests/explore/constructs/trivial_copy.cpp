// SPDX-License-Identifier: MIT
// The assignment of a class without any function copies its bytes in place, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

struct cells {
    long a = 0, between[6] = {}, b = 0;
};

struct object {
    gate door{};
    cells all;

    void store(long v)
    {
        cells mine;
        mine.a = mine.b = v;
        inside guard(door);
        all = mine;
    }

    long load()
    {
        inside guard(door);
        cells mine = all;
        return both(mine.a, mine.b);
    }
};

REGISTER
