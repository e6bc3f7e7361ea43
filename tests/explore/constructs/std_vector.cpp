// SPDX-License-Identifier: MIT
// std::vector: push_back moves all to a larger block, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

#include <mutex>
#include <vector>

struct object {
    std::mutex lock;
    std::vector<long> items;

    void push(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push_back(v);
    }

    long pop()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.back();
        items.pop_back();
        return v;
    }
};

STACK
