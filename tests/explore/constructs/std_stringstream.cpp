// SPDX-License-Identifier: MIT
// A number is read from a std::stringstream and the next one printed to it, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <mutex>
#include <sstream>

struct object {
    std::mutex lock;
    std::stringstream stream{"0 "};

    object()
    {
        stream.seekp(0, std::ios::end);
    }

    long next()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        long now = NOTHING;
        stream >> now;
        stream << now + 1 << ' ';
        return now;
    }
};

COUNTER
