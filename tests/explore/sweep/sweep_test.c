// SPDX-License-Identifier: MIT
// Objects for test_sweep.sh: one whose fault needs five calls, queues that wait, and one
// that only waits.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

// Counts in one step up to three, and in two from there on: two calls more must race.
static void *late_create(void)
{
    return calloc(1, sizeof(atomic_int));
}

static lp_value late_next(void *object, const lp_value *args)
{
    atomic_int *count = object;
    (void)args;
    int now = atomic_load(count);
    while (now < 3)
        if (atomic_compare_exchange_strong(count, &now, now + 1))
            return lp_int(now);
    atomic_store(count, now + 1);
    return lp_int(now);
}

LP_OBJECT(late, .create = late_create, .destroy = free, .spec = "counter",
          .methods = {{"next", late_next}})

// Takes wait until there is something.
typedef struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int items[16], first, count, takers;
} queue;

static void *queue_create(void)
{
    queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->filled, NULL);
    return q;
}

static lp_value put(queue *q, int item, bool wakes)
{
    pthread_mutex_lock(&q->lock);
    q->items[q->first + q->count++] = item;
    if (wakes)
        pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
    return LP_UNIT;
}

static lp_value enq(void *q, const lp_value *args)
{
    return put(q, (int)lp_to_int(args[0]), true);
}

// Wrong: who waits sleeps on.
static lp_value enq_silently(void *q, const lp_value *args)
{
    return put(q, (int)lp_to_int(args[0]), false);
}

static lp_value deq(void *object, const lp_value *args)
{
    queue *q = object;
    (void)args;
    pthread_mutex_lock(&q->lock);
    while (!q->count)
        pthread_cond_wait(&q->filled, &q->lock);
    q->count--;
    int item = q->items[q->first++];
    pthread_mutex_unlock(&q->lock);
    return lp_int(item);
}

LP_OBJECT(waiting, .create = queue_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})
LP_OBJECT(silent, .create = queue_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", enq_silently, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})

// Wrong: nil from an empty one, but the second that finds it empty waits.
static lp_value poll(void *object, const lp_value *args)
{
    queue *q = object;
    lp_value result = LP_NIL;
    (void)args;
    pthread_mutex_lock(&q->lock);
    while (!q->count && q->takers++ == 1)
        pthread_cond_wait(&q->filled, &q->lock);
    if (q->count) {
        q->count--;
        result = lp_int(q->items[q->first++]);
    }
    pthread_mutex_unlock(&q->lock);
    return result;
}

LP_OBJECT(second_waits, .create = queue_create, .destroy = free, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", poll, .flow = LP_OUT}})

// Waits in vain, as a channel without senders does.
static lp_value receive(void *object, const lp_value *args)
{
    (void)args;
    while (!atomic_load((atomic_int *)object))
        ;
    return LP_NIL;
}

LP_OBJECT(receivers, .create = late_create, .destroy = free, .spec = "channel",
          .methods = {{"receive", receive}})
