// SPDX-License-Identifier: MIT
// A cell that has no spec but itself. HOW says how it misbehaves.

#include <linchpin/linchpin.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct cell {
    _Atomic int value;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int number;
} cell;

static _Atomic int made; // beyond the life of one cell

static void *create(void)
{
    cell *c = calloc(1, sizeof *c);
    c->number = ++made;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->filled, NULL);
    return c;
}

static lp_value put(void *object, const lp_value *args)
{
    cell *c = object;
    pthread_mutex_lock(&c->lock);
    c->value = (int)lp_to_int(args[0]);
    pthread_cond_broadcast(&c->filled);
    pthread_mutex_unlock(&c->lock);
    return LP_UNIT;
}

// Waits for a value.
static lp_value take(void *object, const lp_value *args)
{
    cell *c = object;
    int value = 0;
    (void)args;
#if HOW == 1 // two take the same
    while (!(value = c->value))
        sched_yield();
    c->value = 0;
#elif HOW == 2 // crashes when there is nothing
    value = atomic_exchange(&c->value, 0);
    if (!value)
        abort();
#elif HOW == 3 // depends on what was before it was made
    value = made;
#else
    pthread_mutex_lock(&c->lock);
    while (!c->value)
        pthread_cond_wait(&c->filled, &c->lock);
    value = c->value;
    c->value = 0;
    pthread_mutex_unlock(&c->lock);
#endif
    return lp_int(value);
}

// Who calls matters: each thread has a count of its own.
static lp_value mine(void *object, const lp_value *args)
{
    static _Thread_local int of, count;
    const cell *c = object;
    (void)args;
    if (of != c->number)
        count = 0;
    of = c->number;
    return lp_int(++count);
}

LP_OBJECT(cell, .create = create, .destroy = free, .spec = "self",
          .methods = {{"put", put, .args = {LP_INTS(1, 3)}}, {"take", take}, {"mine", mine}})
