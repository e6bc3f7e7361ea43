// SPDX-License-Identifier: MIT
// Copies of a std::shared_ptr in two threads: the count is atomic.
// Wrong: one pointer is reset while it is copied.
// scenario: write(1) ; write(2) | read
// paths: no

#include "construct.h"

#include <memory>

struct object {
    gate door{};
    std::shared_ptr<long> value;

    void store(long v)
    {
        auto fresh = std::make_shared<long>(v);
        inside guard(door);
        value = fresh;
    }

    long load()
    {
        std::shared_ptr<long> copy;
        {
            inside guard(door);
            copy = value;
        }
        return copy ? *copy : NOTHING;
    }
};

REGISTER
