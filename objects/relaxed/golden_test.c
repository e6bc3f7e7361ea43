// SPDX-License-Identifier: MIT
//     linchpin explore golden_test.c --object queue
// What relaxed objects are compared with: a queue, a stack and a priority queue with one
// lock around each call. So no two calls overlap in a way that matters, and the strictest
// histories of a scenario are its serial ones: Phase 1 of Round-Up.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

enum { MOST = 64 };

typedef struct golden {
    pthread_mutex_t lock;
    unsigned count;
    int values[MOST]; // oldest first
} golden;

static void *create(void)
{
    golden *g = calloc(1, sizeof *g);
    if (!g)
        abort();
    pthread_mutex_init(&g->lock, NULL);
    return g;
}

static void destroy(void *object)
{
    golden *g = object;
    pthread_mutex_destroy(&g->lock);
    free(g);
}

static lp_value put(void *object, const lp_value *args)
{
    golden *g = object;
    pthread_mutex_lock(&g->lock);
    if (g->count == MOST)
        abort();
    g->values[g->count++] = (int)lp_to_int(args[0]);
    pthread_mutex_unlock(&g->lock);
    return LP_UNIT;
}

static unsigned oldest(const golden *g)
{
    (void)g;
    return 0;
}

static unsigned newest(const golden *g)
{
    return g->count - 1;
}

static unsigned smallest(const golden *g)
{
    unsigned least = 0;
    for (unsigned i = 1; i < g->count; i++)
        if (g->values[i] < g->values[least])
            least = i;
    return least;
}

static lp_value take(golden *g, unsigned (*which)(const golden *))
{
    lp_value taken = LP_NIL;
    pthread_mutex_lock(&g->lock);
    if (g->count) {
        unsigned at = which(g);
        taken = lp_int(g->values[at]);
        g->count--;
        for (; at < g->count; at++)
            g->values[at] = g->values[at + 1];
    }
    pthread_mutex_unlock(&g->lock);
    return taken;
}

static lp_value deq(void *g, const lp_value *args)
{
    (void)args;
    return take(g, oldest);
}

static lp_value pop(void *g, const lp_value *args)
{
    (void)args;
    return take(g, newest);
}

static lp_value remove_min(void *g, const lp_value *args)
{
    (void)args;
    return take(g, smallest);
}

LP_OBJECT(queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{"enq", put, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"deq", deq, .flow = LP_OUT}})

LP_OBJECT(stack, .create = create, .destroy = destroy, .spec = "stack",
          .methods = {{"push", put, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"pop", pop, .flow = LP_OUT}})

LP_OBJECT(priority, .create = create, .destroy = destroy, .spec = "priority-queue",
          .methods = {{"enq", put, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {"remove_min", remove_min, .flow = LP_OUT}})
