// SPDX-License-Identifier: MIT
// A short std::string, which is inside the object, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <string>

struct object {
    gate door{};
    std::string text;

    void store(long v)
    {
        inside guard(door);
        text = v == 1 ? "o" : "t";
        text += v == 1 ? "ne" : "wo";
    }

    long load()
    {
        inside guard(door);
        return text.empty() ? NOTHING : text == "one" ? 1 : TORN;
    }
};

REGISTER
