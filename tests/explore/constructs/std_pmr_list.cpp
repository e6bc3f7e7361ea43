// SPDX-License-Identifier: MIT
// Nodes from a std::pmr::unsynchronized_pool_resource, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop
// paths: no

#include "construct.h"

#include <forward_list>
#include <memory_resource>

struct object {
    gate door{};
    std::pmr::unsynchronized_pool_resource pool;
    std::pmr::forward_list<long> items{&pool};

    void push(long v)
    {
        inside guard(door);
        items.push_front(v);
    }

    long pop()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.front();
        items.pop_front();
        return v;
    }
};

STACK
