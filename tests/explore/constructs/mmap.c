// SPDX-License-Identifier: MIT
// Memory of mmap that the threads share; it is counted atomically.
// Wrong: without care.
// scenario: next | next
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <sys/mman.h>

struct object {
    long *n;
};

static void init(struct object *o)
{
    o->n = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (o->n == MAP_FAILED)
        abort();
}

static void fini(struct object *o)
{
    munmap(o->n, 4096);
}

static long next(struct object *o)
{
    return EITHER(__atomic_fetch_add(o->n, 1, __ATOMIC_SEQ_CST), bump(o->n));
}

COUNTER(init, fini)
