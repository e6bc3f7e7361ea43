// SPDX-License-Identifier: MIT
// A long std::string, which is on the heap and grows, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read

#include "construct.h"

#include <string>

struct object {
    gate door{};
    std::string text;

    void store(long v)
    {
        inside guard(door);
        text.assign(30 * static_cast<size_t>(v), static_cast<char>('0' + v));
    }

    long load()
    {
        inside guard(door);
        std::string copy = text;
        if (copy.empty())
            return NOTHING;
        long v = copy.back() - '0';
        return copy == std::string(30 * static_cast<size_t>(v), copy.front()) ? v : TORN;
    }
};

REGISTER
