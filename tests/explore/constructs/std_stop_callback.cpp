// SPDX-License-Identifier: MIT
// A std::stop_callback runs in the thread that requests the stop, once.
// Wrong: two callbacks do one count in two parts.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <mutex>
#include <stop_token>

struct object {
    std::mutex lock;
    long n = 0;

    long next()
    {
        std::stop_source source;
        long now = 0;
        std::stop_callback second(source.get_token(), [&] { IF_WRONG(n = now + 1;) });
        std::stop_callback first(source.get_token(), [&] {
            IF_RIGHT(std::lock_guard guard(lock); now = bump(&n);)
            IF_WRONG(now = n;)
        });
        source.request_stop();
        return now;
    }
};

COUNTER
