// SPDX-License-Identifier: MIT
// pthread_once: nobody goes on before the first one is through.
// Wrong: the flag is set before what it stands for is there.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

static pthread_once_t once;
static volatile bool begun;
static long *volatile counter;

struct object {
    int unused;
};

static void make(void)
{
    counter = calloc(1, sizeof *counter);
}

static void init(struct object *o)
{
    (void)o;
    once = (pthread_once_t)PTHREAD_ONCE_INIT;
    begun = false;
    counter = NULL;
}

static void fini(struct object *o)
{
    (void)o;
    free(counter);
}

static long next(struct object *o)
{
    (void)o;
#ifdef WRONG
    if (!begun) {
        begun = true;
        make();
    }
#else
    pthread_once(&once, make);
#endif
    return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
}

COUNTER(init, fini)
