// SPDX-License-Identifier: MIT
// A packed struct with a member that is not aligned, under a lock.
// Wrong: without one; the access is unaligned and still an access.
// scenario: next | next

#include "construct.h"

struct __attribute__((packed)) record {
    char tag;
    long n;
};

struct object {
    struct gate gate;
    struct record r;
};

static long next(struct object *o)
{
    gate_enter(&o->gate);
    long now = o->r.n;
    o->r.n = now + 1;
    gate_leave(&o->gate);
    return now;
}

COUNTER(NONE, NONE)
