// SPDX-License-Identifier: MIT
// std::optional: a value and whether there is one, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read
// paths: no

#include "construct.h"

#include <optional>
#include <utility>

struct object {
    gate door{};
    std::optional<std::pair<long, long>> value;

    void store(long v)
    {
        inside guard(door);
        value.reset();
        value.emplace(v, v);
    }

    long load()
    {
        inside guard(door);
        return value ? both(value->first, value->second) : NOTHING;
    }
};

REGISTER
