// SPDX-License-Identifier: MIT
// An object is made anew in its old place, all zero at first, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read

#include "construct.h"

#include <new>

struct cells {
    long a, between[14], b;
};

struct object {
    gate door{};
    cells all{};

    void store(long v)
    {
        inside guard(door);
        cells *fresh = new (&all) cells();
        fresh->a = v;
        fresh->b = v;
    }

    long load()
    {
        inside guard(door);
        return both(all.a, all.b);
    }
};

REGISTER
