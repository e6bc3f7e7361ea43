// SPDX-License-Identifier: MIT
// A queue with room for one value. put waits while it is full, take while it is empty.
// With -DFIXED each waits for what concerns it; without, everybody waits for the same.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

typedef struct slot {
    pthread_mutex_t lock;
    pthread_cond_t changed, emptied;
    bool full;
    int value;
} slot;

#ifdef FIXED
#define EMPTIED emptied
#else
#define EMPTIED changed
#endif

static void *create(void)
{
    slot *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    pthread_cond_init(&s->emptied, NULL);
    return s;
}

static lp_value put(void *given, const lp_value *args)
{
    slot *s = given;
    pthread_mutex_lock(&s->lock);
    while (s->full)
        pthread_cond_wait(&s->EMPTIED, &s->lock);
    s->full = true;
    s->value = (int)lp_to_int(args[0]);
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return LP_UNIT;
}

static lp_value take(void *given, const lp_value *args)
{
    slot *s = given;
    (void)args;
    pthread_mutex_lock(&s->lock);
    while (!s->full)
        pthread_cond_wait(&s->changed, &s->lock);
    s->full = false;
    int value = s->value;
    pthread_cond_signal(&s->EMPTIED);
    pthread_mutex_unlock(&s->lock);
    return lp_int(value);
}

LP_OBJECT(slot, .create = create, .destroy = free, .spec = "bounded-queue:1",
          .methods = {{"put", put, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"take", take, .flow = LP_OUT}})
