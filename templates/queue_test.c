// SPDX-License-Identifier: MIT
// A test of a queue. It holds as it stands: put your own object in its place.
//
//     linchpin test queue_test.c              on real threads
//     linchpin explore queue_test.c           every interleaving
//     cc queue_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct queue {
    pthread_mutex_t lock;
    int items[64];
    int first, count;
} queue;

static bool queue_put(queue *q, int item)
{
    pthread_mutex_lock(&q->lock);
    bool room = q->count < 64;
    if (room)
        q->items[(q->first + q->count++) % 64] = item;
    pthread_mutex_unlock(&q->lock);
    return room;
}

static bool queue_take(queue *q, int *item)
{
    pthread_mutex_lock(&q->lock);
    bool some = q->count > 0;
    if (some) {
        *item = q->items[q->first];
        q->first = (q->first + 1) % 64;
        q->count--;
    }
    pthread_mutex_unlock(&q->lock);
    return some;
}

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    queue *q = calloc(1, sizeof *q);
    pthread_mutex_init(&q->lock, NULL);
    return q;
}

static void destroy(void *q)
{
    pthread_mutex_destroy(&((queue *)q)->lock);
    free(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    queue_put(q, (int)lp_to_int(args[0]));
    return LP_UNIT; // it returns nothing
}

static lp_value deq(void *q, const lp_value *args)
{
    int item;
    (void)args;
    return queue_take(q, &item) ? lp_int(item) : LP_NIL; // nil: it was empty
}

// Other specs: 'linchpin specs'. A bounded queue, say, is "bounded-queue:64".
LP_OBJECT(queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})

LP_MAIN
