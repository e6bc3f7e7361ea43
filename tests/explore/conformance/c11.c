// SPDX-License-Identifier: MIT
// C11 threads: their own threads, mutexes, conditions, once, thread-specific storage.
// run: --object threads --scenario 'a | a'
// expect: 0 "verdict":"holds"
// run: --object threads --scenario 'b'
// expect: 0 "verdict":"holds"
// run: --object threads --scenario 'c | d'
// expect: 0 "verdict":"holds"
// run: --object threads --scenario 'c'
// expect: 1 deadlock: no thread can go on
// run: --object locks --scenario 'a | a'
// expect: 0 "verdict":"holds"
// run: --object locks --scenario 'b | b'
// expect: 0 "verdict":"holds"
// run: --object locks --scenario 'c | c'
// expect: 0 "verdict":"holds"
// run: --object locks --scenario 'd | d'
// expect: 1 no order of the operations explains
// compare: --object threads 'c | d'
// compare: --object locks 'a | b'

#include "specs.h"

#include <stdint.h>
#include <threads.h>
#include <time.h>

static mtx_t lock, again;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t own;
static int n, made;
static volatile int unguarded;

static void *create(void)
{
    mtx_init(&lock, mtx_plain);
    mtx_init(&again, mtx_plain | mtx_recursive);
    cnd_init(&changed);
    tss_create(&own, NULL);
    return &n;
}

static int add(void *argument)
{
    mtx_lock(&lock);
    n += (int)(intptr_t)argument;
    mtx_unlock(&lock);
    return 7;
}

// A thread of its own, whose result is handed over.
static lp_value spawn(void *object, const lp_value *args)
{
    thrd_t t;
    int result = 0;
    (void)object;
    (void)args;
    bool right = thrd_create(&t, add, (void *)2) == thrd_success;
    right = right && thrd_join(t, &result) == thrd_success;
    return lp_bool(right && result == 7);
}

static lp_value two(void *object, const lp_value *args)
{
    thrd_t t, u;
    (void)object;
    (void)args;
    thrd_create(&t, add, (void *)1);
    thrd_create(&u, add, (void *)1);
    thrd_yield();
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    return lp_bool(n == 2 && !thrd_equal(thrd_current(), t));
}

static lp_value wait_for(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    mtx_lock(&lock);
    while (!n)
        cnd_wait(&changed, &lock);
    n = 0;
    mtx_unlock(&lock);
    return LP_TRUE;
}

static lp_value give(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    mtx_lock(&lock);
    n = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return LP_TRUE;
}

static lp_value nested(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    mtx_lock(&again);
    mtx_lock(&again);
    int before = n++;
    bool right = n == before + 1;
    mtx_unlock(&again);
    mtx_unlock(&again);
    return lp_bool(right);
}

static void make(void)
{
    made++;
}

static lp_value first(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    call_once(&once, make);
    return lp_bool(made == 1);
}

static lp_value mine(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    int here = 0;
    bool right = !tss_get(own) && tss_set(own, &here) == thrd_success && tss_get(own) == &here;
    tss_set(own, NULL);
    return lp_bool(right);
}

// Only tried: who does not get the lock goes on without it.
static lp_value tried(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    bool got = mtx_trylock(&lock) == thrd_success;
    int before = unguarded;
    unguarded = before + 1;
    bool right = unguarded == before + 1;
    if (got)
        mtx_unlock(&lock);
    return lp_bool(right);
}

LP_OBJECT(threads, .create = create, .custom_spec = &fine,
          .methods = {{"a", spawn}, {"b", two}, {"c", wait_for}, {"d", give}})
LP_OBJECT(locks, .create = create, .custom_spec = &fine,
          .methods = {{"a", nested}, {"b", first}, {"c", mine}, {"d", tried}})
