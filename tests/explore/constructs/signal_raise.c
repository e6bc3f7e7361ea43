// SPDX-License-Identifier: MIT
// raise runs a handler in the same thread; it counts atomically.
// Wrong: it counts without care.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <signal.h>

static volatile long n;
static _Thread_local volatile long ticket;

struct object {
    int unused;
};

static void handler(int signal)
{
    (void)signal;
#ifdef WRONG
    ticket = n;
    n = ticket + 1;
#else
    ticket = __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
#endif
}

static void init(struct object *o)
{
    (void)o;
    n = 0;
    signal(SIGUSR1, handler);
}

static long next(struct object *o)
{
    (void)o;
    raise(SIGUSR1);
    return ticket;
}

COUNTER(init, NONE)
