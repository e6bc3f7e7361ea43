// SPDX-License-Identifier: MIT
// A permit that is passed on: acquire waits until the other thread has released it.
// Wrong: libstdc++ 12 waits for a value that it read too early, and may wait for ever;
// with another library there are two permits.
// scenario: next | next
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <mutex>
#include <semaphore>

#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE == 12
enum { PERMITS = 1 };
#else
enum { PERMITS = 2 };
#endif

struct object {
    std::mutex lock;
    std::counting_semaphore<2> permits{PERMITS};
    long n = 0;

    long next()
    {
        IF_RIGHT(std::lock_guard guard(lock);) // so that nobody has to wait
        permits.acquire();
        long now = bump(&n);
        permits.release();
        return now;
    }
};

COUNTER
