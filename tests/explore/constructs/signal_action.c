// SPDX-License-Identifier: MIT
// sigaction with SA_SIGINFO; pthread_kill to oneself; the handler takes a spin lock.
// Wrong: it takes none.
// scenario: next | next
// paths: no
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>
#include <signal.h>

static long n;
static int lock;
static _Thread_local volatile long ticket;

struct object {
    int unused;
};

static void handler(int signal, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    (void)signal;
    IF_RIGHT(while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST));)
    ticket = bump(&n);
    __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
}

static void init(struct object *o)
{
    (void)o;
    n = lock = 0;
    struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR2, &a, NULL);
}

static long next(struct object *o)
{
    (void)o;
    pthread_kill(pthread_self(), SIGUSR2);
    return ticket;
}

COUNTER(init, NONE)
