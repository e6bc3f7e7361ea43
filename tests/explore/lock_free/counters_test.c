// SPDX-License-Identifier: MIT
// Counters that differ in who can keep whom from finishing.

#include <linchpin/linchpin.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct counter {
    _Atomic int n, lock, ticket, serving;
    _Atomic int wants[2];
    pthread_mutex_t mutex;
} counter;

static void *create(void)
{
    counter *c = calloc(1, sizeof *c);
    pthread_mutex_init(&c->mutex, NULL);
    return c;
}

#define METHOD(name)                                                                               \
    static lp_value name(void *object, const lp_value *args)                                       \
    {                                                                                              \
        counter *c = object;                                                                       \
        int me = (int)lp_to_int(args[0]), old = 0;                                                 \
        (void)me;
#define END                                                                                        \
    return lp_int(old);                                                                            \
    }

// Nobody waits for anybody.
METHOD(wait_free)
old = atomic_fetch_add(&c->n, 1);
END

    // Who fails lets another finish.
    METHOD(cas) while (!atomic_compare_exchange_strong(&c->n, &old, old + 1));
END

    METHOD(spin) while (atomic_exchange(&c->lock, 1));
old = c->n++;
atomic_store(&c->lock, 0);
END

    METHOD(yielding) while (atomic_exchange(&c->lock, 1)) sched_yield();
old = c->n++;
atomic_store(&c->lock, 0);
END

METHOD(tickets)
int mine = atomic_fetch_add(&c->ticket, 1);
while (atomic_load(&c->serving) != mine)
    ;
old = c->n++;
atomic_store(&c->serving, mine + 1);
END

    METHOD(mutex) pthread_mutex_lock(&c->mutex);
old = c->n++;
pthread_mutex_unlock(&c->mutex);
END

// A lock that is only tried: who does not get it gives up.
METHOD(trying) if (!pthread_mutex_trylock(&c->mutex))
{
    c->n++;
    pthread_mutex_unlock(&c->mutex);
}
END

// After you: both can give way again and again.
METHOD(polite) for (;;)
{
    atomic_store(&c->wants[me], 1);
    if (!atomic_load(&c->wants[1 - me]))
        break;
    atomic_store(&c->wants[me], 0);
}
old = c->n++;
atomic_store(&c->wants[me], 0);
END

    // Waits for a call that need not come.
    METHOD(patient) atomic_fetch_add(&c->n, 1);
while (atomic_load(&c->n) < 2)
    ;
END

#define OBJECT(name)                                                                               \
    LP_OBJECT(name, .create = create, .destroy = free, .spec = "self",                             \
              .methods = {{"next", name, .args = {LP_THREAD}}})
OBJECT(wait_free)
OBJECT(cas)
OBJECT(spin)
OBJECT(yielding)
OBJECT(tickets)
OBJECT(mutex)
OBJECT(trying)
OBJECT(polite)
OBJECT(patient)
