// SPDX-License-Identifier: MIT
// A lambda that captures the number by reference, and is called under a lock.
// Wrong: it captures a copy, before the lock is taken.
// scenario: next | next

#include "construct.h"

#include <mutex>

struct object {
    std::mutex lock;
    long n = 0;

    long next(){
#ifdef WRONG
        auto count = [this, now = n] {
#else
        auto count =
            [this, &now = n] {
#endif
            long before = now;
            n = before + 1;
            return before;
        };
    std::lock_guard guard(lock);
    return count();
}
}
;

COUNTER
