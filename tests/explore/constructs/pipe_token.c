// SPDX-License-Identifier: MIT
// A byte in a pipe is a lock: who has read it may go on, and puts it back. Reading waits.
// Wrong: there are two bytes.
// scenario: next | next
// right: unknown
// wrong: unknown

#include "construct.h"

#include <unistd.h>

struct object {
    int ends[2];
    long n;
};

static void init(struct object *o)
{
    if (pipe(o->ends) || write(o->ends[1], "xx", EITHER(1, 2)) < 0)
        abort();
}

static void fini(struct object *o)
{
    close(o->ends[0]);
    close(o->ends[1]);
}

static long next(struct object *o)
{
    char token;
    if (read(o->ends[0], &token, 1) != 1)
        abort();
    long now = bump(&o->n);
    if (write(o->ends[1], &token, 1) != 1)
        abort();
    return now;
}

COUNTER(init, fini)
