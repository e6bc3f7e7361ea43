// SPDX-License-Identifier: MIT
// strcpy and strncpy into shared strings; strcmp looks at them, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <pthread.h>
#include <string.h>

enum { SIZE = 40 };

struct object {
    pthread_mutex_t lock;
    char text[SIZE];
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static void store(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    const char *name = v == 1 ? "one" : "two";
    strcpy(o->text, name);
    strncpy(o->text + 20, name, 19);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = both(strcmp(o->text, "one") == 0, strcmp(o->text + 20, "one") == 0);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
