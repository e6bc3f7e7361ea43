// SPDX-License-Identifier: MIT
// std::barrier: its completion copies what was written, before anyone is let through.
// Wrong: the reader does not wait.
// scenario: write(1) | read
// flags: -std=c++20
// paths: no

#include "construct.h"

#include <barrier>

struct object {
    struct copy {
        object *o;
        void operator()() noexcept
        {
            o->b = o->a;
        }
    };
    std::barrier<copy> meeting{2, copy{this}};
    long a = 0, b = 0;

    void store(long v)
    {
        a = v;
        (void)meeting.arrive();
    }

    long load()
    {
        EITHER(meeting.arrive_and_wait(), (void)meeting.arrive());
        return both(a, b);
    }
};

REGISTER
