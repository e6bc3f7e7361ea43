// SPDX-License-Identifier: MIT
// std::shared_mutex: many readers or one writer.
// Wrong: the writer locks as a reader.
// scenario: write(1) | read
// paths: no

#include "construct.h"

#include <mutex>
#include <shared_mutex>

struct object {
    std::shared_mutex lock;
    long a = 0, b = 0;

    void store(long v)
    {
        std::EITHER(unique_lock, shared_lock) guard(lock);
        a = v;
        b = v;
    }

    long load()
    {
        std::shared_lock guard(lock);
        return both(a, b);
    }
};

REGISTER
