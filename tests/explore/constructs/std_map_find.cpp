// SPDX-License-Identifier: MIT
// A lookup in a std::map while a node is taken out and put in again, under a lock.
// Wrong: without one.
// scenario: insert(2) ; insert(1) | contains(2)
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <map>
#include <mutex>

struct object {
    std::mutex lock;
    std::map<long, long> items;

    bool add(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        bool fresh = items.emplace(v, 1).second;
        items.insert(items.extract(2)); // taken out and put in again
        return fresh;
    }

    bool has(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        return items.find(v) != items.end();
    }
};

SET
