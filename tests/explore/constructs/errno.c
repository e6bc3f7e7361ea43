// SPDX-License-Identifier: MIT
// errno is each thread's own.
// Wrong: an errno that the threads share.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <errno.h>
#include <unistd.h>

static volatile int shared;

struct object {
    int n;
};

static long next(struct object *o)
{
    errno = __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST);
    IF_WRONG(shared = errno;)
    sysconf(_SC_PAGESIZE);
    return EITHER(errno, shared);
}

COUNTER(NONE, NONE)
