// SPDX-License-Identifier: MIT
// asprintf allocates a text for the caller.
// Wrong: the texts of two callers are kept in one place.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <stdio.h>

static char *volatile ours;

struct object {
    long n;
};

static long next(struct object *o)
{
    char *mine;
    if (asprintf(&mine, "%ld", __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST)) < 0)
        abort();
    IF_WRONG(ours = mine;)
    long now = strtol(EITHER(mine, ours), NULL, 10);
    IF_RIGHT(free(mine);)
    return now;
}

COUNTER(NONE, NONE)
