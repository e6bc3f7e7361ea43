// SPDX-License-Identifier: MIT
// std::vector<bool>: its elements share a word, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <vector>

struct object {
    gate door{};
    std::vector<bool> bits = std::vector<bool>(8);

    bool add(long v)
    {
        inside guard(door);
        bool was = bits[static_cast<size_t>(v)];
        bits[static_cast<size_t>(v)] = true;
        return !was;
    }

    bool has(long v)
    {
        inside guard(door);
        return bits[static_cast<size_t>(v)];
    }
};

SET
