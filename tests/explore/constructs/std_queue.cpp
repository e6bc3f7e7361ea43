// SPDX-License-Identifier: MIT
// std::queue on a std::deque, under a lock.
// Wrong: without one.
// scenario: enq(1) enq(2) ; deq | deq
// paths: no

#include "construct.h"

#include <mutex>
#include <queue>

struct object {
    std::mutex lock;
    std::queue<long> items;

    void enq(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push(v);
    }

    long deq()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop();
        return v;
    }
};

QUEUE
