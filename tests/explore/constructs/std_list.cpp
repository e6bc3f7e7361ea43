// SPDX-License-Identifier: MIT
// std::list: its links are set inside the library, under a lock.
// Wrong: without one.
// scenario: enq(1) enq(2) ; deq | deq

#include "construct.h"

#include <list>

struct object {
    gate door{};
    std::list<long> items;

    void enq(long v)
    {
        inside guard(door);
        items.push_back(v);
    }

    long deq()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop_front();
        return v;
    }
};

QUEUE
