// SPDX-License-Identifier: MIT
// A std::ostringstream that the operations print to, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <sstream>
#include <string>

struct object {
    gate door{};
    std::ostringstream out;

    long next()
    {
        inside guard(door);
        out << 'x';
        return static_cast<long>(out.str().size()) - 1;
    }
};

COUNTER
