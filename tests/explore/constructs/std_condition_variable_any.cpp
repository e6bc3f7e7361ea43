// SPDX-License-Identifier: MIT
// std::condition_variable_any waits with any lock, here a std::recursive_mutex.
// Wrong: nobody is woken.
// scenario: next | next
// paths: no

#include "construct.h"

#include <condition_variable>
#include <mutex>

struct object {
    std::recursive_mutex lock;
    std::condition_variable_any free;
    bool busy = false;
    long n = 0;

    long next()
    {
        std::unique_lock mine(lock);
        free.wait(mine, [this] { return !busy; });
        busy = true;
        mine.unlock();
        long now = bump(&n);
        mine.lock();
        busy = false;
        IF_RIGHT(free.notify_one();)
        return now;
    }
};

COUNTER
