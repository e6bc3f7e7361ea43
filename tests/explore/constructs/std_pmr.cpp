// SPDX-License-Identifier: MIT
// A std::pmr::monotonic_buffer_resource hands out one cell after the other, under a lock.
// Wrong: without one, and a cell is two halves.
// scenario: next | next

#include "construct.h"

#include <memory_resource>
#include <mutex>

struct object {
    std::mutex lock;
    alignas(8) char buffer[256];
    std::pmr::monotonic_buffer_resource resource{buffer, sizeof buffer};

    // Which cell it is.
    long next()
    {
#ifdef WRONG
        void *cell = resource.allocate(4, 4);
        (void)resource.allocate(4, 4);
#else
        std::lock_guard guard(lock);
        void *cell = resource.allocate(8, 8);
#endif
        return (static_cast<char *>(cell) - buffer) / 8;
    }
};

COUNTER
