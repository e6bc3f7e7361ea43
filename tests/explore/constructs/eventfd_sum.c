// SPDX-License-Identifier: MIT
// An eventfd adds what is written to it, and reading takes it all: nothing is lost.
// Wrong: it is read and written back, and who finds it empty gives up.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)

#include "construct.h"

#include <sys/eventfd.h>
#include <unistd.h>

struct object {
    int fd;
};

static void init(struct object *o)
{
    o->fd = eventfd(8, EFD_NONBLOCK);
}

static void fini(struct object *o)
{
    close(o->fd);
}

static bool add(struct object *o, long v)
{
    eventfd_t sum = 0;
    IF_WRONG(if (eventfd_read(o->fd, &sum)) return true;)
    eventfd_write(o->fd, sum + (eventfd_t)v);
    return true;
}

// Called when all else is done.
static bool has(struct object *o, long v)
{
    eventfd_t sum = 0;
    eventfd_read(o->fd, &sum);
    eventfd_write(o->fd, sum);
    return sum >= 8 && (sum & (eventfd_t)v);
}

SET(init, fini)
