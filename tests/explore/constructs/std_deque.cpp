// SPDX-License-Identifier: MIT
// std::deque, under a lock.
// Wrong: without one.
// scenario: enq(1) | enq(2) ; deq deq
// paths: no

#include "construct.h"

#include <deque>
#include <mutex>

struct object {
    std::mutex lock;
    std::deque<long> items;

    void enq(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push_back(v);
    }

    long deq()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop_front();
        return v;
    }
};

QUEUE
