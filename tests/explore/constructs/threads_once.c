// SPDX-License-Identifier: MIT
// call_once of C11: the counter is made by whoever comes first.
// Wrong: two who come at once make two.
// scenario: next | next

#include "construct.h"

#include <stdatomic.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static atomic_long *counter;

struct object {
    int unused;
};

static void make(void)
{
    counter = calloc(1, sizeof *counter);
}

static void init(struct object *o)
{
    (void)o;
    once = (once_flag)ONCE_FLAG_INIT;
    counter = NULL;
}

static void fini(struct object *o)
{
    (void)o;
    free(counter);
}

static long next(struct object *o)
{
    (void)o;
    IF_RIGHT(call_once(&once, make);)
    IF_WRONG(if (!counter) make();)
    return atomic_fetch_add(counter, 1);
}

COUNTER(init, fini)
