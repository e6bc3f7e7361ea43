// SPDX-License-Identifier: MIT
// A box of a std::unique_ptr that changes hands by an atomic exchange of the pointer.
// Wrong: the pointer is read and then replaced, so that two have it.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <memory>

struct object {
    std::atomic<long *> box{new long(0)};

    ~object()
    {
        delete box.load();
    }

    long next()
    {
        std::unique_ptr<long> mine;
        while (!mine) {
            IF_RIGHT(mine.reset(box.exchange(nullptr));)
            IF_WRONG(mine.reset(box.load()); if (mine) box = nullptr;)
        }
        long now = bump(mine.get());
        box = mine.release();
        return now;
    }
};

COUNTER
