// SPDX-License-Identifier: MIT
// Copies of a std::shared_ptr in two threads: the count is atomic.
// Wrong: one pointer is reset while it is copied.
// scenario: write(1) ; write(2) | read
// paths: no

#include "construct.h"

#include <memory>
#include <mutex>

struct object {
    std::mutex lock;
    std::shared_ptr<long> value;

    void store(long v)
    {
        auto fresh = std::make_shared<long>(v);
        IF_RIGHT(std::lock_guard guard(lock);)
        value = fresh;
    }

    long load()
    {
        std::shared_ptr<long> copy;
        {
            IF_RIGHT(std::lock_guard guard(lock);)
            copy = value;
        }
        return copy ? *copy : NOTHING;
    }
};

REGISTER
