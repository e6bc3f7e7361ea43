// SPDX-License-Identifier: MIT
// fprintf and fscanf on a temporary file, under a lock: the number is in the file.
// Wrong: without one.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <stdio.h>

struct object {
    struct gate gate;
    FILE *file;
};

static void init(struct object *o)
{
    o->file = tmpfile();
    fprintf(o->file, "%d\n", 0);
}

static void fini(struct object *o)
{
    fclose(o->file);
}

static long next(struct object *o)
{
    long now = NOTHING;
    gate_enter(&o->gate);
    rewind(o->file);
    if (fscanf(o->file, "%ld", &now) != 1)
        now = NOTHING;
    rewind(o->file);
    fprintf(o->file, "%ld\n", now + 1);
    fflush(o->file);
    gate_leave(&o->gate);
    return now;
}

COUNTER(init, fini)
