// SPDX-License-Identifier: MIT
// A lookup in a std::map while a node is taken out and put in again, under a lock.
// Wrong: without one.
// scenario: insert(2) ; insert(1) | contains(2)
// paths: no

#include "construct.h"

#include <map>

struct object {
    gate door{};
    std::map<long, long> items;

    bool add(long v)
    {
        inside guard(door);
        bool fresh = items.emplace(v, 1).second;
        items.insert(items.extract(2)); // taken out and put in again
        return fresh;
    }

    bool has(long v)
    {
        inside guard(door);
        return items.find(v) != items.end();
    }
};

SET
