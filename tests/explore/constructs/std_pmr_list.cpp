// SPDX-License-Identifier: MIT
// Nodes from a std::pmr::unsynchronized_pool_resource, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <forward_list>
#include <memory_resource>
#include <mutex>

struct object {
    std::mutex lock;
    std::pmr::unsynchronized_pool_resource pool;
    std::pmr::forward_list<long> items{&pool};

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
