// SPDX-License-Identifier: MIT
// std::copy and std::fill on shared arrays, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <algorithm>
#include <array>

struct object {
    gate door{};
    std::array<long, 4> cells{};

    void store(long v)
    {
        std::array<long, 4> mine;
        std::fill(mine.begin(), mine.end(), v);
        inside guard(door);
        std::copy(mine.begin(), mine.end(), cells.begin());
    }

    long load()
    {
        std::array<long, 4> mine;
        {
            inside guard(door);
            std::copy(cells.begin(), cells.end(), mine.begin());
        }
        return both(mine[0], mine[3]);
    }
};

REGISTER
