// SPDX-License-Identifier: MIT
// std::async with std::launch::async: a thread of its own counts under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no

#include "construct.h"

#include <future>
#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;

    long next()
    {
        return std::async(std::launch::async,
                          [this] {
                              IF_RIGHT(std::lock_guard guard(lock);)
                              return bump(&n);
                          })
            .get();
    }
};

COUNTER
