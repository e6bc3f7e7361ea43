// SPDX-License-Identifier: MIT
// std::bitset: its bits share a word, under a lock.
// Wrong: without one.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// paths: no

#include "construct.h"

#include <bitset>

struct object {
    gate door{};
    std::bitset<8> bits;

    bool add(long v)
    {
        inside guard(door);
        bool was = bits.test(static_cast<size_t>(v));
        bits.set(static_cast<size_t>(v));
        return !was;
    }

    bool has(long v)
    {
        inside guard(door);
        return bits.test(static_cast<size_t>(v));
    }
};

SET
