// SPDX-License-Identifier: MIT
// std::unordered_map: its buckets grow with it, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <mutex>
#include <unordered_map>

struct object {
    std::mutex lock;
    std::unordered_map<long, long> items;

    bool add(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        return items.emplace(v, v).second;
    }

    bool has(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        return items.count(v) != 0;
    }
};

SET
