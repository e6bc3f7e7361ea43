// SPDX-License-Identifier: MIT
// A std::ostringstream that the operations print to, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <mutex>
#include <sstream>
#include <string>

struct object {
    std::mutex lock;
    std::ostringstream out;

    long next()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        out << 'x';
        return static_cast<long>(out.str().size()) - 1;
    }
};

COUNTER
