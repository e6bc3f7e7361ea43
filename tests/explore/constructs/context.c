// SPDX-License-Identifier: MIT
// A generator on a stack of its own, with swapcontext; one thread at a time resumes it.
// Wrong: both at once.
// scenario: next | next
// right: unknown
// wrong: unknown

#include "construct.h"

#include <pthread.h>
#include <ucontext.h>

struct object {
    pthread_mutex_t lock;
    ucontext_t caller, generator;
    long n;
    char stack[16384];
};

static struct object *whole;

static void generate(void)
{
    for (;;) {
        swapcontext(&whole->generator, &whole->caller);
        whole->n++;
    }
}

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    whole = o;
    getcontext(&o->generator);
    o->generator.uc_stack.ss_sp = o->stack;
    o->generator.uc_stack.ss_size = sizeof o->stack;
    makecontext(&o->generator, generate, 0);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    swapcontext(&o->caller, &o->generator);
    long now = o->n;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, NONE)
