// SPDX-License-Identifier: MIT
// An eventfd of one permit is a lock; reading waits until it is given back.
// Wrong: it does not wait, and nobody looks whether there was a permit.
// scenario: next | next
// right: unknown
// wrong: unknown

#include "construct.h"

#include <sys/eventfd.h>
#include <unistd.h>

struct object {
    int fd;
    long n;
};

static void init(struct object *o)
{
    o->fd = eventfd(1, EITHER(0, EFD_NONBLOCK));
}

static void fini(struct object *o)
{
    close(o->fd);
}

static long next(struct object *o)
{
    eventfd_t permits;
    bool mine = eventfd_read(o->fd, &permits) == 0;
    long now = bump(&o->n);
    if (mine)
        eventfd_write(o->fd, 1);
    return now;
}

COUNTER(init, fini)
