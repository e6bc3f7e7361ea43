// SPDX-License-Identifier: MIT
// fprintf and fscanf on a temporary file, under a lock: the number is in the file.
// Wrong: without one.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>
#include <stdio.h>

struct object {
    pthread_mutex_t lock;
    FILE *file;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
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
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    rewind(o->file);
    if (fscanf(o->file, "%ld", &now) != 1)
        now = NOTHING;
    rewind(o->file);
    fprintf(o->file, "%ld\n", now + 1);
    fflush(o->file);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, fini)
