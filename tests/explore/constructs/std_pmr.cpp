// SPDX-License-Identifier: MIT
// std::pmr::vector in a buffer of the object's, under a lock.
// Wrong: without one.
// scenario: push(1) | push(2) ; pop pop
// flags: -std=c++17

#include "construct.h"

#include <memory_resource>
#include <mutex>
#include <vector>

struct object {
    std::mutex lock;
    alignas(8) char buffer[256];
    std::pmr::monotonic_buffer_resource resource{buffer, sizeof buffer};
    std::pmr::vector<long> items{&resource};

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
