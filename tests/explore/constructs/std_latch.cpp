// SPDX-License-Identifier: MIT
// std::latch: wait returns when the other thread has counted it down.
// Wrong: try_wait returns at once, and its answer is ignored.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>
#include <latch>
#include <thread>

struct object {
    std::atomic<long> n{0};

    long next()
    {
        std::latch done(1);
        std::atomic<long> result{0};
        std::thread helper([&] {
            result = n++;
            done.count_down();
        });
        EITHER(done.wait(), (void)done.try_wait());
        long now = result;
        helper.join();
        return now;
    }
};

COUNTER
