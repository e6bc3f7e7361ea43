// SPDX-License-Identifier: MIT
// Copies of one std::shared_ptr come and go in two threads: their number is kept atomically.
// Wrong: a count of one's own is not.
// scenario: next | next
// paths: no

#include "construct.h"

#include <atomic>
#include <memory>

struct counted {
    std::atomic<long> n{0};
    long copies = 1;
};

#ifdef WRONG
struct pointer {
    counted *c = new counted;
    pointer() = default;
    pointer(const pointer &other) : c(other.c)
    {
        c->copies++;
    }
    pointer &operator=(const pointer &) = delete;
    ~pointer()
    {
        if (--c->copies == 0)
            delete c;
    }
    counted *operator->() const
    {
        return c;
    }
};
#else
using pointer = std::shared_ptr<counted>;
#endif

struct object {
    pointer owner IF_RIGHT(= std::make_shared<counted>());

    long next()
    {
        pointer copy = owner;
        return copy->n++;
    }
};

COUNTER
