// SPDX-License-Identifier: MIT
// Condition variables, semaphores, barriers, futexes, C11 threads.
//
// run: --object lost --scenario 'a | b'
// expect: 1 deadlock: no thread can go on
// expect: 1 "waiting":.."thread":0,"for":"wake",
// run: --object right --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object right --spurious --scenario 'a | b'
// expect: 0 with spurious wake-ups
// run: --object once --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object once --spurious --scenario 'a | b'
// expect: 1 no order of the operations explains
// run: --object right --scenario 'c | b'
// expect: 0 "verdict":"holds"
// run: --object which --scenario 'a | a | b'
// expect: 1 deadlock: no thread can go on
// run: --object which --scenario 'a | a | c'
// expect: 0 "verdict":"holds"
// run: --object others --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object others --scenario 'c | c'
// expect: 0 "verdict":"holds"
// run: --object others --scenario 'c'
// expect: 1 deadlock
// run: --object others --scenario 'd'
// expect: 0 "verdict":"holds"
// run: --object futex --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object futex --scenario 'a'
// expect: 1 deadlock
// run: --object deadline --scenario 'a'
// expect: 3 but the object looks at the clock, which stands still here
// run: --object deadline --scenario 'a | b'
// expect: 3 but the object looks at the clock, which stands still here
// run: --object deadline --scenario 'b'
// expect: 0 "verdict":"holds"
// compare: --object right 'a | b'

#include "specs.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

// Looks before it has the mutex: the signal may come in between.
static lp_value wait_late(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    if (!ready) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return LP_TRUE;
}

static lp_value tell(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return LP_TRUE;
}

static lp_value tell_all(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return LP_TRUE;
}

static lp_value wait_while(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    bool seen = ready;
    pthread_mutex_unlock(&mutex);
    return lp_bool(seen);
}

static lp_value wait_if(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&changed, &mutex);
    bool seen = ready;
    pthread_mutex_unlock(&mutex);
    return lp_bool(seen);
}

static lp_value wait_some_time(void *o, const lp_value *args)
{
    struct timespec until = {0};
    (void)o;
    (void)args;
    pthread_mutex_lock(&mutex);
    int result = 0;
    while (!ready && !result)
        result = pthread_cond_timedwait(&changed, &mutex, &until);
    bool right = ready || result == ETIMEDOUT;
    pthread_mutex_unlock(&mutex);
    return lp_bool(right);
}

LP_OBJECT(lost, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_late}, {"b", tell}})
LP_OBJECT(right, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_while}, {"b", tell}, {"c", wait_some_time}})
LP_OBJECT(once, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_if}, {"b", tell}})
// One signal for two waiters is one too few.
LP_OBJECT(which, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_while}, {"b", tell}, {"c", tell_all}})

static sem_t items;
static pthread_barrier_t barrier;
static int handed;
static _Atomic int before;

static void *create_others(void)
{
    sem_init(&items, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    return NULL;
}

static lp_value take(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    sem_wait(&items);
    return lp_bool(handed == 7);
}

static lp_value put(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    handed = 7;
    sem_post(&items);
    return LP_TRUE;
}

static lp_value meet(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_fetch_add(&before, 1);
    pthread_barrier_wait(&barrier);
    return lp_bool(before == 2);
}

static mtx_t guard;
static int counted;

static int count(void *by)
{
    mtx_lock(&guard);
    counted += *(int *)by;
    mtx_unlock(&guard);
    return 3;
}

static lp_value c11(void *o, const lp_value *args)
{
    thrd_t one, two;
    int by = 2, result;
    (void)o;
    (void)args;
    mtx_init(&guard, mtx_plain);
    thrd_create(&one, count, &by);
    thrd_create(&two, count, &by);
    thrd_join(one, &result);
    thrd_join(two, NULL);
    mtx_destroy(&guard);
    return lp_bool(counted == 4 && result == 3);
}

LP_OBJECT(others, .create = create_others, .custom_spec = &fine,
          .methods = {{"a", take}, {"b", put}, {"c", meet}, {"d", c11}})

static _Atomic int word;

static lp_value futex_wait(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    while (!atomic_load(&word))
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return LP_TRUE;
}

static lp_value futex_wake(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    atomic_store(&word, 1);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return LP_TRUE;
}

LP_OBJECT(futex, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", futex_wait}, {"b", futex_wake}})

// Gives up after a while; but time does not pass.
static lp_value wait_until(void *o, const lp_value *args)
{
    struct timespec begin, now;
    (void)o;
    (void)args;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (!atomic_load(&before) && now.tv_sec - begin.tv_sec < 1);
    return LP_TRUE;
}

static lp_value do_nothing(void *o, const lp_value *args)
{
    (void)o;
    (void)args;
    return LP_TRUE;
}

LP_OBJECT(deadline, .create = create_nothing, .custom_spec = &fine,
          .methods = {{"a", wait_until}, {"b", do_nothing}})
