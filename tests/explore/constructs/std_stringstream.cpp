// SPDX-License-Identifier: MIT
// A number is read from a std::stringstream and the next one printed to it, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <sstream>

struct object {
    gate door{};
    std::stringstream stream{"0 "};

    object()
    {
        stream.seekp(0, std::ios::end);
    }

    long next()
    {
        inside guard(door);
        long now = NOTHING;
        stream >> now;
        stream << now + 1 << ' ';
        return now;
    }
};

COUNTER
