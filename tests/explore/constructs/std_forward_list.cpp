// SPDX-License-Identifier: MIT
// std::forward_list, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop
// paths: no

#include "construct.h"

#include <forward_list>
#include <mutex>

struct object {
    std::mutex lock;
    std::forward_list<long> items;

    void push(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push_front(v);
    }

    long pop()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop_front();
        return v;
    }
};

STACK
