// SPDX-License-Identifier: MIT
// std::jthread waits for its std::stop_token, counts, and is joined by its destructor.
// Wrong: the result is used after the request, before the thread has ended.
// scenario: next next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <atomic>
#include <thread>

struct object {
    std::atomic<long> n{0};

    long next()
    {
        std::atomic<long> result{0};
        long early = 0;
        {
            std::jthread helper([&](std::stop_token token) {
                while (!token.stop_requested())
                    std::this_thread::yield();
                result = n++;
            });
            helper.request_stop();
            early = result;
        }
        return EITHER(result.load(), early);
    }
};

COUNTER
