// SPDX-License-Identifier: MIT
// Correct objects under locks of several kinds; -DM=N makes one of them wrong.

#include "../conformance/specs.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifndef M
#define M 0
#endif

#define METHOD(name) static lp_value name(void *o, const lp_value *args)
#define COUNTER(name)                                                                              \
    LP_OBJECT(name##_counter, .create = create, .custom_spec = &counter,                           \
              .methods = {{"inc", name##_inc}, {"get", name##_get}})
#define UNUSED_ARGUMENTS ((void)o, (void)args)

static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void *create(void)
{
    sem_init(&semaphore, 0, M == 1 ? 2 : 1);
    return &count;
}

METHOD(mutex_inc)
{
    UNUSED_ARGUMENTS;
    if (M != 2)
        pthread_mutex_lock(&mutex);
    int old = count;
    if (M == 3)
        pthread_mutex_unlock(&mutex);
    count = old + 1;
    if (M != 2 && M != 3 && M != 4)
        pthread_mutex_unlock(&mutex);
    return lp_int(old);
}

METHOD(mutex_get)
{
    UNUSED_ARGUMENTS;
    pthread_mutex_lock(&mutex);
    int now = count;
    pthread_mutex_unlock(&mutex);
    return lp_int(now);
}
COUNTER(mutex)

METHOD(semaphore_inc)
{
    UNUSED_ARGUMENTS;
    sem_wait(&semaphore);
    int old = count++;
    if (M != 5)
        sem_post(&semaphore);
    return lp_int(old);
}

METHOD(semaphore_get)
{
    UNUSED_ARGUMENTS;
    sem_wait(&semaphore);
    int now = count;
    sem_post(&semaphore);
    return lp_int(now);
}
COUNTER(semaphore)

METHOD(shared_inc)
{
    UNUSED_ARGUMENTS;
    if (M == 6)
        pthread_rwlock_rdlock(&rwlock);
    else
        pthread_rwlock_wrlock(&rwlock);
    int old = count++;
    pthread_rwlock_unlock(&rwlock);
    return lp_int(old);
}

METHOD(shared_get)
{
    UNUSED_ARGUMENTS;
    if (M == 7)
        pthread_rwlock_wrlock(&rwlock);
    else
        pthread_rwlock_rdlock(&rwlock);
    int now = count;
    pthread_rwlock_unlock(&rwlock);
    return lp_int(now);
}
COUNTER(shared)

static atomic_int held, ticket, serving;

METHOD(spin_inc)
{
    UNUSED_ARGUMENTS;
    if (M == 8) {
        while (atomic_load(&held))
            ;
        atomic_store(&held, 1);
    } else {
        while (atomic_exchange(&held, 1))
            sched_yield();
    }
    int old = count++;
    if (M != 9)
        atomic_store(&held, 0);
    return lp_int(old);
}

METHOD(spin_get)
{
    UNUSED_ARGUMENTS;
    int free = 0;
    while (!atomic_compare_exchange_strong(&held, &free, M == 10 ? 0 : 1))
        free = 0;
    int now = count, again = count;
    atomic_store(&held, 0);
    return lp_int(now == again ? now : -1);
}
COUNTER(spin)

METHOD(ticket_inc)
{
    UNUSED_ARGUMENTS;
    int mine = M == 11 ? atomic_load(&ticket) : atomic_fetch_add(&ticket, 1);
    if (M == 11)
        atomic_store(&ticket, mine + 1);
    while (M == 12 ? atomic_load(&serving) < mine - 1 : atomic_load(&serving) != mine)
        ;
    int old = count++;
    atomic_store(&serving, M == 13 ? mine : mine + 1);
    return lp_int(old);
}

METHOD(ticket_get)
{
    return M == 14 ? lp_int(count) : lp_int(lp_to_int(ticket_inc(o, args)) + 0 * count--);
}
COUNTER(ticket)

static atomic_int wants[2], turn;

// Peterson's lock: `inc` is for one thread, `get` for the other; both increment.
static void enter(int me)
{
    if (M == 15)
        atomic_store(&turn, 1 - me);
    atomic_store(&wants[me], 1);
    if (M != 15 && M != 16)
        atomic_store(&turn, 1 - me);
    while (atomic_load(&wants[1 - me]) && (M == 17 || atomic_load(&turn) == 1 - me))
        ;
}

METHOD(peterson_inc)
{
    UNUSED_ARGUMENTS;
    enter(0);
    int old = count++;
    atomic_store(&wants[0], 0);
    return lp_int(old);
}

METHOD(peterson_other)
{
    UNUSED_ARGUMENTS;
    enter(1);
    int old = count++;
    atomic_store(&wants[M == 18 ? 0 : 1], 0);
    return lp_int(old);
}

static void both_step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0], next = lp_int(lp_to_int(now) + 1);
    lp_step_emit_values(s, now, &next, 1);
}

static const lp_spec both = {
    .name = "both",
    .methods = {{"inc", NULL, 0, NULL}, {"get", NULL, 0, NULL}},
    .initial = counter_initial,
    .step = both_step,
};
LP_OBJECT(peterson_counter, .create = create, .custom_spec = &both,
          .methods = {{"inc", peterson_inc}, {"get", peterson_other}})

// A place for one value: enq waits until it is free, deq until it is not.
static int place;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

METHOD(put)
{
    (void)o;
    pthread_mutex_lock(&mutex);
    while (place)
        pthread_cond_wait(&changed, &mutex);
    place = (int)lp_to_int(args[0]);
    if (M == 19)
        pthread_cond_signal(&changed);
    else if (M != 20)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return LP_UNIT;
}

METHOD(take)
{
    UNUSED_ARGUMENTS;
    pthread_mutex_lock(&mutex);
    if (M == 21 && !place)
        pthread_cond_wait(&changed, &mutex);
    while (M != 21 && !place)
        pthread_cond_wait(&changed, &mutex);
    int value = place;
    if (M != 22)
        place = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return lp_int(value);
}
LP_OBJECT(place_queue, .create = create, .spec = "queue",
          .methods = {{"enq", put, .args = {LP_UNIQUE}}, {"deq", take}})
