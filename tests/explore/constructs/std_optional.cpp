// SPDX-License-Identifier: MIT
// std::optional: a value and whether there is one, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <mutex>
#include <optional>
#include <utility>

struct object {
    std::mutex lock;
    std::optional<std::pair<long, long>> value;

    void store(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        value.reset();
        value.emplace(v, v);
    }

    long load()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        return value ? both(value->first, value->second) : NOTHING;
    }
};

REGISTER
