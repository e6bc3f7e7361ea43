// SPDX-License-Identifier: MIT
// std::sort of a shared std::vector, under a lock.
// Wrong: without one.
// scenario: insert(3) | insert(1) ; delete_min delete_min
// paths: no

#include "construct.h"

#include <algorithm>
#include <functional>
#include <vector>

struct object {
    gate door{};
    std::vector<long> items;

    void add(long v)
    {
        inside guard(door);
        items.push_back(v);
        std::sort(items.begin(), items.end(), std::greater<>());
    }

    long least()
    {
        inside guard(door);
        if (items.empty())
            return NOTHING;
        long v = items.back();
        items.pop_back();
        return v;
    }
};

PRIORITY_QUEUE
