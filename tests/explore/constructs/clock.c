// SPDX-License-Identifier: MIT
// time, clock and clock_gettime: harmless beside an atomic counter.
// Wrong: the time is taken for a ticket, though the clock stands still.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <time.h>

struct object {
    long n;
    struct timespec begin;
};

static void init(struct object *o)
{
    clock_gettime(CLOCK_MONOTONIC, &o->begin);
}

static long next(struct object *o)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    bool sane = time(NULL) > 0 && clock() >= 0 && t.tv_sec >= o->begin.tv_sec;
    IF_WRONG(return sane ? (t.tv_sec - o->begin.tv_sec) * 1000000000 + t.tv_nsec - o->begin.tv_nsec
                         : NOTHING;)
    return sane ? __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST) : NOTHING;
}

COUNTER(init, NONE)
