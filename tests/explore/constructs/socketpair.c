// SPDX-License-Identifier: MIT
// A pair of datagram sockets is a queue of messages.
// Wrong: deq looks first and takes then, so that two get the same.
// scenario: enq(1) enq(2) ; deq | deq
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <sys/socket.h>
#include <unistd.h>

struct object {
    int ends[2];
};

static void init(struct object *o)
{
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, o->ends))
        abort();
}

static void fini(struct object *o)
{
    close(o->ends[0]);
    close(o->ends[1]);
}

static void enq(struct object *o, long v)
{
    if (send(o->ends[1], &v, sizeof v, MSG_DONTWAIT) != sizeof v)
        abort();
}

static long deq(struct object *o)
{
    long v;
    IF_WRONG(
        if (recv(o->ends[0], &v, sizeof v, MSG_DONTWAIT | MSG_PEEK) != sizeof v) return NOTHING;
        long taken;)
    if (recv(o->ends[0], EITHER(&v, &taken), sizeof v, MSG_DONTWAIT) != sizeof v)
        return NOTHING;
    return v;
}

QUEUE(init, fini)
