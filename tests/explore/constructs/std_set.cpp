// SPDX-License-Identifier: MIT
// std::set: its tree is balanced inside the library, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <set>

struct object {
    gate door{};
    std::set<long> items;

    bool add(long v)
    {
        inside guard(door);
        return items.insert(v).second;
    }

    bool has(long v)
    {
        inside guard(door);
        return items.count(v) != 0;
    }
};

SET
