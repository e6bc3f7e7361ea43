// SPDX-License-Identifier: MIT
// A virtual call: which function counts is known at run time.
// Wrong: the one that is called counts without care.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <memory>

struct counter {
    std::atomic<long> n{0};
    virtual ~counter() = default;
    virtual long next() = 0;
};

struct careful : counter {
    long next() override
    {
        return n++;
    }
};

struct careless : counter {
    long next() override
    {
        long now = n;
        n = now + 1;
        return now;
    }
};

struct object {
    std::unique_ptr<counter> c = std::make_unique<EITHER(careful, careless)>();

    long next()
    {
        return c->next();
    }
};

COUNTER
