// SPDX-License-Identifier: MIT
// open_memstream: the stream and its buffer belong together, under a lock.
// Wrong: the length is taken when the lock is free again.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>
#include <stdio.h>

struct object {
    pthread_mutex_t lock;
    FILE *file;
    char *text;
    size_t length;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    o->file = open_memstream(&o->text, &o->length);
}

static void fini(struct object *o)
{
    fclose(o->file);
    free(o->text);
}

static long next(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    fputs("x", o->file);
    fflush(o->file);
    IF_WRONG(pthread_mutex_unlock(&o->lock);)
    long now = (long)o->length - 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, fini)
