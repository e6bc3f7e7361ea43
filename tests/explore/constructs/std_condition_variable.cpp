// SPDX-License-Identifier: MIT
// std::condition_variable and std::unique_lock, with a predicate.
// Wrong: waits once, without looking again.
// scenario: next next | next
// paths: no

#include "construct.h"

#include <condition_variable>
#include <mutex>

struct object {
    std::mutex lock;
    std::condition_variable free;
    bool busy = false;
    long n = 0;

    long next()
    {
        std::unique_lock mine(lock);
#ifdef WRONG
        if (busy)
            free.wait(mine);
#else
        free.wait(mine, [this] { return !busy; });
#endif
        busy = true;
        mine.unlock();
        long now = bump(&n);
        mine.lock();
        busy = false;
        free.notify_one();
        return now;
    }
};

COUNTER
