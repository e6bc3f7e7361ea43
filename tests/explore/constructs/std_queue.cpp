// SPDX-License-Identifier: MIT
// std::queue on a std::deque, under a lock.
// Wrong: without one.
// scenario: enq(1) enq(2) ; deq | deq
// paths: no

#include "construct.h"

#include <queue>

struct object {
    gate door{};
    std::queue<long> items;

    void enq(long v)
    {
        inside guard(door);
        items.push(v);
    }

    long deq()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop();
        return v;
    }
};

QUEUE
