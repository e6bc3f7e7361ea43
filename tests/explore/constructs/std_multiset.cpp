// SPDX-License-Identifier: MIT
// std::multiset: its tree is balanced inside the library, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <set>

struct object {
    gate door{};
    std::multiset<long> items;

    bool add(long v)
    {
        inside guard(door);
        return items.find(v) == items.end() && (items.insert(v), true);
    }

    bool has(long v)
    {
        inside guard(door);
        return items.count(v) != 0;
    }
};

SET
