// SPDX-License-Identifier: MIT
// std::map: its tree is balanced inside the library, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)

#include "construct.h"

#include <map>

struct object {
    gate door{};
    std::map<long, long> items;

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
