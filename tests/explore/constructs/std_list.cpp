// SPDX-License-Identifier: MIT
// std::list: its links are set inside the library, under a lock.
// Wrong: without one.
// scenario: enq(1) enq(2) ; deq | deq

#include "construct.h"

#include <list>
#include <mutex>

struct object {
    std::mutex lock;
    std::list<long> items;

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
