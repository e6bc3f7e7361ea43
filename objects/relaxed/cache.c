// SPDX-License-Identifier: MIT
// Operations come in windows of RELAXED_CELLS. All gets of a window return what was there when
// it began, so they could have been made before the puts of the same window, and none of
// them is moved out of it.

#include "cache.h"

#include "relaxed.h"

#include <pthread.h>
#include <stdlib.h>

#ifndef PUTS_COUNT
#define PUTS_COUNT 1
#endif

struct cache {
    pthread_mutex_t lock;
    int page, copy;
    unsigned age; // operations of this window so far
};

cache *cache_new(void)
{
    cache *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

void cache_free(cache *c)
{
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void grow_older(cache *c)
{
    if (c->age == 0)
        c->copy = c->page;
    c->age = (c->age + 1) % RELAXED_CELLS;
}

int cache_get(cache *c)
{
    pthread_mutex_lock(&c->lock);
    grow_older(c);
    int value = c->copy;
    pthread_mutex_unlock(&c->lock);
    return value;
}

void cache_put(cache *c, int value)
{
    pthread_mutex_lock(&c->lock);
    if (PUTS_COUNT)
        grow_older(c);
    c->page = value;
    pthread_mutex_unlock(&c->lock);
}
