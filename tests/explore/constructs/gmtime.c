// SPDX-License-Identifier: MIT
// gmtime_r writes to memory of the caller's.
// Wrong: gmtime writes to one place for all threads.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <time.h>

struct object {
    time_t n;
};

static long next(struct object *o)
{
    time_t t = __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST);
    struct tm mine;
    const struct tm *seconds = EITHER(gmtime_r(&t, &mine), gmtime(&t));
    (void)mine;
    return seconds->tm_sec;
}

COUNTER(NONE, NONE)
