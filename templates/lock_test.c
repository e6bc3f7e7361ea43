// SPDX-License-Identifier: MIT
// A test of a lock. It holds as it stands: put your own object in its place.
//
//     linchpin test lock_test.c              on real threads
//     linchpin explore lock_test.c           every interleaving
//     cc lock_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct guard {
    pthread_mutex_t mutex;
    _Atomic int inside; // who holds it counts here: two would show
} guard;

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    guard *g = calloc(1, sizeof *g);
    pthread_mutex_init(&g->mutex, NULL);
    return g;
}

static void destroy(void *g)
{
    pthread_mutex_destroy(&((guard *)g)->mutex);
    free(g);
}

static lp_value lock(void *g, const lp_value *args)
{
    (void)args;
    pthread_mutex_lock(&((guard *)g)->mutex);
    ((guard *)g)->inside++;
    return LP_UNIT; // it returns nothing
}

static lp_value unlock(void *g, const lp_value *args)
{
    (void)args;
    ((guard *)g)->inside--;
    pthread_mutex_unlock(&((guard *)g)->mutex);
    return LP_UNIT;
}

// Called when no operation is under way.
static bool nobody_inside(void *g)
{
    return ((guard *)g)->inside == 0;
}

// Roles: nobody locks twice, and only who holds the lock gives it back.
LP_OBJECT(guard, .create = create, .destroy = destroy, .spec = "mutex",
          .methods = {{"lock", lock, .role = LP_ACQUIRE}, {"unlock", unlock, .role = LP_RELEASE}},
          .invariant = nobody_inside)

LP_MAIN
