// SPDX-License-Identifier: MIT
// std::forward_list, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop
// paths: no

#include "construct.h"

#include <forward_list>

struct object {
    gate door{};
    std::forward_list<long> items;

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
