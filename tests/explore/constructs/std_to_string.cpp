// SPDX-License-Identifier: MIT
// std::to_string into a shared std::string, std::stol out of it, under a lock.
// Wrong: without one.
// scenario: next | next
// paths: no

#include "construct.h"

#include <string>

struct object {
    gate door{};
    std::string text = "0";

    long next()
    {
        inside guard(door);
        long now = std::stol(text);
        text = std::to_string(now + 1);
        return now;
    }
};

COUNTER
