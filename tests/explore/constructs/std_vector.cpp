// SPDX-License-Identifier: MIT
// std::vector: push_back moves all to a larger block, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

#include <vector>

struct object {
    gate door{};
    std::vector<long> items;

    void push(long v)
    {
        inside guard(door);
        items.push_back(v);
    }

    long pop()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.back();
        items.pop_back();
        return v;
    }
};

STACK
