// SPDX-License-Identifier: MIT
// std::thread within an operation, joined before its result is used.
// Wrong: the result is used before.
// scenario: next next
// paths: no

#include "construct.h"

#include <atomic>
#include <thread>

struct object {
    std::atomic<long> n{0};

    long next()
    {
        std::atomic<long> result{0};
        std::thread helper([&] { result = n++; });
        IF_WRONG(long early = result;)
        helper.join();
        return EITHER(result.load(), early);
    }
};

COUNTER
