// SPDX-License-Identifier: MIT
// run: --object plain --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// expect: 1 counter.c:[0-9]+
// run: --object plain --scenario 'inc inc'
// expect: 0 "verdict":"holds"
// run: --object locked --scenario 'inc inc | inc get'
// expect: 0 "verdict":"holds"
// run: --object atomics --scenario 'inc inc | inc get'
// expect: 0 "verdict":"holds"
// run: --object local_static --scenario 'inc get | get ; inc'
// expect: 0 "verdict":"holds"
// run: --object constructed --scenario 'inc get | get ; inc'
// expect: 0 "verdict":"holds"
// run: --object on_stack --scenario 'inc ; inc | inc'
// expect: 1 no order of the operations explains
// run: --object lent --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// run: --object lent --scenario 'inc get ; inc'
// expect: 0 "verdict":"holds"
// run: --object torn_lock --scenario 'inc | inc'
// expect: 1 no order of the operations explains
// compare: --object atomics 'inc | inc get'
// compare: --object locked 'inc | inc'

#include "specs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int plain;

static lp_value plain_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(plain++);
}

static lp_value plain_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(plain);
}

LP_OBJECT(plain, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", plain_inc}, {"get", plain_get}})

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static lp_value locked_inc(void *o, const lp_value *args)
{
    pthread_mutex_lock(&mutex);
    lp_value old = plain_inc(o, args);
    pthread_mutex_unlock(&mutex);
    return old;
}

static lp_value locked_get(void *o, const lp_value *args)
{
    pthread_mutex_lock(&mutex);
    lp_value now = plain_get(o, args);
    pthread_mutex_unlock(&mutex);
    return now;
}

LP_OBJECT(locked, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", locked_inc}, {"get", locked_get}})

// Looks at the lock and takes it in two steps.
static _Atomic int taken;

static lp_value torn_inc(void *o, const lp_value *args)
{
    while (atomic_load(&taken))
        ;
    atomic_store(&taken, 1);
    lp_value old = plain_inc(o, args);
    atomic_store(&taken, 0);
    return old;
}

LP_OBJECT(torn_lock, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", torn_inc}, {"get", plain_get}})

static _Atomic long number;

static lp_value atomic_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(atomic_fetch_add(&number, 1));
}

static lp_value atomic_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(atomic_load(&number));
}

LP_OBJECT(atomics, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", atomic_inc}, {"get", atomic_get}})

// Holds only if the static local is what it was at the start of every execution.
static lp_value static_access(long by)
{
    static _Atomic long n;
    return lp_int(atomic_fetch_add(&n, by));
}

static lp_value static_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return static_access(1);
}

static lp_value static_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return static_access(0);
}

LP_OBJECT(local_static, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", static_inc}, {"get", static_get}})

// Likewise for what a constructor allocated.
static _Atomic long *made;

__attribute__((constructor)) static void make(void)
{
    made = calloc(1, sizeof *made);
}

static lp_value made_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(atomic_fetch_add(made, 1));
}

static lp_value made_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(atomic_load(made));
}

LP_OBJECT(constructed, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", made_inc}, {"get", made_get}})

// Two threads that the operation starts count on its stack.
static void *count_up(void *where)
{
    ++*(volatile int *)where;
    return NULL;
}

static _Atomic int total;

static lp_value stack_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    volatile int n = 0;
    pthread_t a, b;
    if (pthread_create(&a, NULL, count_up, (void *)&n) ||
        pthread_create(&b, NULL, count_up, (void *)&n))
        return LP_NIL;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return lp_int(n == 2 ? atomic_fetch_add(&total, 1) : -1);
}

static lp_value stack_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(atomic_load(&total));
}

LP_OBJECT(on_stack, .create = create_nothing, .custom_spec = &counter,
          .methods = {{"inc", stack_inc}, {"get", stack_get}})

// Threads count in a thread-local variable of main.
static _Thread_local int own;
static int *lent;

static void *lend(void)
{
    lent = &own;
    return NULL;
}

static lp_value lent_inc(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int((*lent)++);
}

static lp_value lent_get(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_int(*lent);
}

LP_OBJECT(lent, .create = lend, .custom_spec = &counter,
          .methods = {{"inc", lent_inc}, {"get", lent_get}})
