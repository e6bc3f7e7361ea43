// SPDX-License-Identifier: MIT
// A stack in an array behind a lock, all but its `pop`.

#ifndef STACK_ARRAY_H
#define STACK_ARRAY_H

#include "relaxed.h"
#include "stack.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_ROOM = 256 };

struct stack {
    pthread_mutex_t lock;
    unsigned count;
    int values[STACK_ROOM];
};

stack *stack_new(void)
{
    stack *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void stack_free(stack *s)
{
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void stack_push(stack *s, int value)
{
    pthread_mutex_lock(&s->lock);
    if (s->count == STACK_ROOM)
        abort();
    s->values[s->count++] = value;
    pthread_mutex_unlock(&s->lock);
}

// Takes out the value so far below the top, or the lowest. Under the lock.
static inline bool take_out(stack *s, unsigned below, int *value)
{
    if (!s->count)
        return false;
    unsigned at = below < s->count ? s->count - 1 - below : 0;
    *value = s->values[at];
    s->count--;
    memmove(s->values + at, s->values + at + 1, (s->count - at) * sizeof *s->values);
    return true;
}

#endif
