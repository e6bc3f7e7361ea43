// SPDX-License-Identifier: MIT
// std::variant: a value and which alternative it is, under a lock.
// Wrong: without one.
// scenario: write(1) ; write(2) | read
// paths: no
// flags: -std=c++17

#include "construct.h"

#include <mutex>
#include <string>
#include <variant>

struct object {
    std::mutex lock;
    std::variant<long, std::string> value{0L};

    void store(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (v == 1)
            value = std::string("one");
        else
            value = v;
    }

    long load()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        if (const long *number = std::get_if<long>(&value))
            return *number ? *number : NOTHING;
        return *std::get_if<std::string>(&value) == "one" ? 1 : TORN;
    }
};

REGISTER
