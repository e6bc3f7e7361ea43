// SPDX-License-Identifier: MIT
// A class that is one atomic variable, and one that uses it; see places.cpp.

#include <atomic>

class tagged
{
    std::atomic<long> data_{0};

  public:
    long load() const
    {
        return data_.load(); // tagged
    }
};

struct list {
    long length = 0;
    tagged first;
    long begin() const
    {
        return first.load(); // list
    }
};
