// SPDX-License-Identifier: MIT
// std::sort of a shared std::vector, under a lock.
// Wrong: without one.
// scenario: insert(3) | insert(1) ; delete_min delete_min
// paths: no

#include "construct.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <vector>

struct object {
    std::mutex lock;
    std::vector<long> items;

    void add(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push_back(v);
        std::sort(items.begin(), items.end(), std::greater<>());
    }

    long least()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.back();
        items.pop_back();
        return v;
    }
};

PRIORITY_QUEUE
