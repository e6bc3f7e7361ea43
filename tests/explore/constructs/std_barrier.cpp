// SPDX-License-Identifier: MIT
// std::barrier: its completion counts, before anyone is let through.
// Wrong: the operation does not wait for the other one.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>
#include <barrier>
#include <thread>

struct object {
    std::atomic<long> n{0};

    long next()
    {
        std::atomic<long> result{0};
        auto count = [&]() noexcept { result = n++; };
        std::barrier both(2, count);
        std::thread helper([&] { both.arrive_and_wait(); });
        EITHER(both.arrive_and_wait(), (void)both.arrive());
        long now = result;
        helper.join();
        return now;
    }
};

COUNTER
