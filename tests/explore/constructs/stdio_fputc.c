// SPDX-License-Identifier: MIT
// A FILE with its own lock: flockfile, fputc, ftell.
// Wrong: without flockfile, another character may come between the two.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <stdio.h>

struct object {
    FILE *file;
};

static void init(struct object *o)
{
    o->file = tmpfile();
}

static void fini(struct object *o)
{
    fclose(o->file);
}

static long next(struct object *o)
{
    IF_RIGHT(flockfile(o->file);)
    fputc('x', o->file);
    long now = ftell(o->file) - 1;
    IF_RIGHT(funlockfile(o->file);)
    return now;
}

COUNTER(init, fini)
