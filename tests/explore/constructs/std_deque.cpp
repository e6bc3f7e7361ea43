// SPDX-License-Identifier: MIT
// std::deque, under a lock.
// Wrong: without one.
// scenario: enq(1) | enq(2) ; deq deq
// paths: no

#include "construct.h"

#include <deque>

struct object {
    gate door{};
    std::deque<long> items;

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
