// SPDX-License-Identifier: MIT
// std::variant: a value and which alternative it is, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read
// paths: no

#include "construct.h"

#include <string>
#include <variant>

struct object {
    gate door{};
    std::variant<long, std::string> value{0L};

    void store(long v)
    {
        inside guard(door);
        if (v == 1)
            value = std::string("one");
        else
            value = v;
    }

    long load()
    {
        inside guard(door);
        if (const long *number = std::get_if<long>(&value))
            return *number ? *number : NOTHING;
        return *std::get_if<std::string>(&value) == "one" ? 1 : TORN;
    }
};

REGISTER
