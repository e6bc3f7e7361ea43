// SPDX-License-Identifier: MIT
// std::stack on a std::vector, under a lock.
// Wrong: without one.
// scenario: push(1) push(2) ; pop | pop
// paths: no

#include "construct.h"

#include <stack>
#include <vector>

struct object {
    gate door{};
    std::stack<long, std::vector<long>> items;

    void push(long v)
    {
        inside guard(door);
        items.push(v);
    }

    long pop()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.top();
        items.pop();
        return v;
    }
};

STACK
