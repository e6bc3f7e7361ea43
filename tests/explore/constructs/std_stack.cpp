// SPDX-License-Identifier: MIT
// std::stack on a std::vector, under a lock.
// Wrong: without one.
// scenario: push(1) push(2) ; pop | pop
// paths: no

#include "construct.h"

#include <mutex>
#include <stack>
#include <vector>

struct object {
    std::mutex lock;
    std::stack<long, std::vector<long>> items;

    void push(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        items.push(v);
    }

    long pop()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (items.empty())
            return NOTHING;
        long v = items.top();
        items.pop();
        return v;
    }
};

STACK
