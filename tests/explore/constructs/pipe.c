// SPDX-License-Identifier: MIT
// A pipe that is read without waiting is a queue; what is written at once is read at once.
// Wrong: a value is written in two pieces.
// scenario: enq(1) | enq(2) ; deq deq

#define _GNU_SOURCE
#include "construct.h"

#include <fcntl.h>
#include <unistd.h>

struct object {
    int ends[2];
};

static void init(struct object *o)
{
    if (pipe2(o->ends, O_NONBLOCK))
        abort();
}

static void fini(struct object *o)
{
    close(o->ends[0]);
    close(o->ends[1]);
}

static void enq(struct object *o, long v)
{
    long twice[2] = {v, v};
#ifdef WRONG
    if (write(o->ends[1], &twice[0], sizeof v) < 0 || write(o->ends[1], &twice[1], sizeof v) < 0)
        abort();
#else
    if (write(o->ends[1], twice, sizeof twice) < 0)
        abort();
#endif
}

static long deq(struct object *o)
{
    long twice[2] = {0, 0};
    if (read(o->ends[0], twice, sizeof twice) <= 0)
        return NOTHING;
    return both(twice[0], twice[1]);
}

QUEUE(init, fini)
