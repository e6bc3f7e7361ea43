// SPDX-License-Identifier: MIT
// std::unordered_map: its buckets grow with it, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <unordered_map>

struct object {
    gate door{};
    std::unordered_map<long, long> items;

    bool add(long v)
    {
        inside guard(door);
        return items.emplace(v, v).second;
    }

    bool has(long v)
    {
        inside guard(door);
        return items.count(v) != 0;
    }
};

SET
