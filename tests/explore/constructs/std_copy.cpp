// SPDX-License-Identifier: MIT
// std::copy and std::fill on shared arrays, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <algorithm>
#include <array>
#include <mutex>

struct object {
    std::mutex lock;
    std::array<long, 4> cells{};

    void store(long v)
    {
        std::array<long, 4> mine;
        std::fill(mine.begin(), mine.end(), v);
        IF_RIGHT(std::lock_guard guard(lock);)
        std::copy(mine.begin(), mine.end(), cells.begin());
    }

    long load()
    {
        std::array<long, 4> mine;
        {
            IF_RIGHT(std::lock_guard guard(lock);)
            std::copy(cells.begin(), cells.end(), mine.begin());
        }
        return both(mine[0], mine[3]);
    }
};

REGISTER
