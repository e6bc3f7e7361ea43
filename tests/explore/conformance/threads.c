// SPDX-License-Identifier: MIT
// What belongs to a thread, and what threads wait for.
//
// run: --object own --scenario 'a a | a a'
// expect: 0 "verdict":"holds"
// run: --object own --scenario 'b | b ; b'
// expect: 0 "verdict":"holds"
// run: --object own --scenario 'c | c'
// expect: 0 "verdict":"holds"
// run: --object own --scenario 'd | d'
// expect: 0 "verdict":"holds"
// run: --object order --scenario 'a | b'
// expect: 1 deadlock: no thread can go on
// expect: 1 "waiting":.."thread":0,"for":"mutex","what":"[a-z]+","where":"threads.c:[0-9]+"
// run: --object order --scenario 'a a | c'
// expect: 0 "verdict":"holds"
// run: --object order --scenario 'd'
// expect: 1 deadlock: no thread can go on
// run: --object kinds --scenario 'a | a'
// expect: 0 "verdict":"holds"
// run: --object kinds --scenario 'b'
// expect: 1 unlock of a mutex that the thread does not hold
// run: --object kinds --scenario 'c | c'
// expect: 0 "verdict":"holds"
// run: --object kinds --scenario 'd | d'
// expect: 0 "verdict":"holds"
// run: --object kinds
// expect: 0 "scenarios":2[,}]
// run: --object spin --scenario 'a | b'
// expect: 1 livelock
// run: --object spin --scenario 'a | b' --search paths --max-steps 100
// expect: 3 more than 100 steps
// run: --object spin --scenario 'a | c'
// expect: 0 "verdict":"holds"
// run: --object refused --scenario 'a'
// expect: 3 the object calls pthread_cancel, which explore does not control yet
// run: --object refused --scenario 'b'
// expect: 3 the object calls mmap, which explore does not control yet
// compare: --object order 'a | c'
// compare: --object own 'a | a'

#define _GNU_SOURCE
#include "specs.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

static _Thread_local int mine = 5;
static _Thread_local long zeroed;

static lp_value thread_local_value(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    int before = mine;
    mine += 1;
    zeroed += 1;
    sched_yield();
    return lp_bool(mine == before + 1 && mine == 5 + zeroed);
}

// Addresses differ, and so do the threads' names for themselves.
static void *_Atomic place[3];
static _Atomic(pthread_t) name[3];
static _Atomic int places;

static lp_value thread_local_address(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    int me = atomic_fetch_add(&places, 1);
    place[me] = &mine;
    name[me] = pthread_self();
    for (int i = 0; i < 3; i++)
        if (i != me && place[i] && (place[i] == (void *)&mine || name[i] == pthread_self()))
            return LP_FALSE;
    return LP_TRUE;
}

static lp_value own_errno(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    static _Atomic int next;
    int mark = 10 + atomic_fetch_add(&next, 1);
    bool clean = errno == 0;
    errno = mark;
    sched_yield();
    return lp_bool(clean && errno == mark);
}

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int made;

static void make_key(void)
{
    pthread_key_create(&key, NULL);
    made++;
}

static lp_value own_key(void *o, const lp_value *args)
{
    int here;
    (void)o;
    (void)args;
    pthread_once(&once, make_key);
    bool empty = !pthread_getspecific(key);
    pthread_setspecific(key, &here);
    sched_yield();
    return lp_bool(empty && made == 1 && pthread_getspecific(key) == &here);
}

LP_OBJECT(own, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", thread_local_value},
                      {"b", thread_local_address},
                      {"c", own_errno},
                      {"d", own_key}})

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static lp_value lock_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return LP_TRUE;
}

static lp_value left_right(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lock_both(&left, &right);
}

static lp_value right_left(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lock_both(&right, &left);
}

static lp_value try_right_left(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&right);
    if (pthread_mutex_trylock(&left) == 0)
        pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return LP_TRUE;
}

static lp_value lock_twice(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lock_both(&left, &left);
}

LP_OBJECT(order, .create = create_nothing, .custom_spec = &fine,
          .methods = {
              {"a", left_right}, {"b", right_left}, {"c", try_right_left}, {"d", lock_twice}})

static lp_value recursive(void *o, const lp_value *args)
{
    static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    static int inside;
    (void)o;
    (void)args;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    bool alone = ++inside == 1;
    pthread_mutex_unlock(&m);
    alone = alone && inside-- == 1;
    pthread_mutex_unlock(&m);
    return lp_bool(alone && pthread_mutex_unlock(&m) == EPERM);
}

static lp_value unlock_only(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_unlock(&left);
    return LP_TRUE;
}

static lp_value spin(void *o, const lp_value *args)
{
    static pthread_spinlock_t lock;
    static int inside;
    (void)o;
    (void)args;
    pthread_spin_lock(&lock);
    bool alone = ++inside == 1;
    inside--;
    pthread_spin_unlock(&lock);
    return lp_bool(alone);
}

static lp_value read_write(void *o, const lp_value *args)
{
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    static int value;
    (void)o;
    (void)args;
    pthread_rwlock_wrlock(&lock);
    value++;
    value--;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    bool still = value == 0;
    pthread_rwlock_unlock(&lock);
    return lp_bool(still);
}

LP_OBJECT(kinds, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", recursive}, {"b", unlock_only}, {"c", spin}, {"d", read_write}},
          .scenarios = {"a | a", "c | c"})

static _Atomic int flag;

static lp_value wait_for_flag(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    while (!atomic_load(&flag))
        sched_yield();
    return LP_TRUE;
}

static lp_value set_wrong(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_store(&flag, 0);
    return LP_TRUE;
}

static lp_value set_right(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_store(&flag, 1);
    return LP_TRUE;
}

LP_OBJECT(spin, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_for_flag}, {"b", set_wrong}, {"c", set_right}})

static lp_value cancel(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_cancel(pthread_self());
    return LP_TRUE;
}

static lp_value map(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return lp_bool(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

LP_OBJECT(refused, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", cancel}, {"b", map}})
