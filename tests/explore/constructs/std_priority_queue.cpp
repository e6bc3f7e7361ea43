// SPDX-License-Identifier: MIT
// std::priority_queue, under a lock.
// Wrong: without one.
// scenario: insert(3) | insert(1) ; delete_min delete_min
// paths: no

#include "construct.h"

#include <functional>
#include <queue>
#include <vector>

struct object {
    gate door{};
    std::priority_queue<long, std::vector<long>, std::greater<>> items;

    void add(long v)
    {
        inside guard(door);
        items.push(v);
    }

    long least()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.top();
        items.pop();
        return v;
    }
};

PRIORITY_QUEUE
