// SPDX-License-Identifier: MIT
// A thread keeps a std::promise, and its std::future gives the number.
// Wrong: the number is passed through a variable, and nobody waits for it.
// scenario: next next
// paths: no

#include "construct.h"

#include <atomic>
#include <future>
#include <thread>

struct object {
    std::atomic<long> n{0};

    long next()
    {
        std::promise<long> promise;
        std::future<long> result = promise.get_future();
        std::atomic<long> seen{0};
        std::thread helper([&] {
            seen = n++;
            promise.set_value(seen);
        });
        long now = EITHER(result.get(), seen.load());
        helper.join();
        return now;
    }
};

COUNTER
