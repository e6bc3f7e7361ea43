// SPDX-License-Identifier: MIT
// The destructor of a thread_local variable runs when its thread ends; it counts.
// Wrong: it counts without care.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <thread>

static std::atomic<long> n;

struct at_end {
    std::atomic<long> *result = nullptr;
    ~at_end()
    {
        IF_WRONG(long now = n; n = now + 1; *result = now;)
        IF_RIGHT(*result = n++;)
    }
};

static thread_local at_end mine;

struct object {
    object()
    {
        n = 0;
    }

    long next()
    {
        std::atomic<long> result{NOTHING};
        std::thread([&] { mine.result = &result; }).join();
        return result;
    }
};

COUNTER
