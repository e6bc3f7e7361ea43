// SPDX-License-Identifier: MIT
// std::lock_guard holds the lock until the end of the block.
// Wrong: one without a name ends at once.
// scenario: next | next
// paths: no

#include "construct.h"

#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;

    long next()
    {
        std::lock_guard<std::mutex> IF_RIGHT(guard){lock};
        return bump(&n);
    }
};

COUNTER
