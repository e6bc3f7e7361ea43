// SPDX-License-Identifier: MIT
// A short std::string, which is inside the object, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <mutex>
#include <string>

struct object {
    std::mutex lock;
    std::string text;

    void store(long v)
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        text = v == 1 ? "o" : "t";
        text += v == 1 ? "ne" : "wo";
    }

    long load()
    {
        IF_RIGHT(std::lock_guard guard(lock);)
        return text.empty() ? NOTHING : text == "one" ? 1 : TORN;
    }
};

REGISTER
