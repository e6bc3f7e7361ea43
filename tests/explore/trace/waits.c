// SPDX-License-Identifier: MIT
// Everything that a thread can wait on, for test_trace.sh. What methods return is wrong
// on purpose, so that a trace is shown.

#include <linchpin/linchpin.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

typedef struct things {
    uint32_t word;
    sem_t sem;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    pthread_barrier_t barrier;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spin;
    pthread_once_t once;
    mtx_t c11;
    int ready;
} things;

static void *create(void)
{
    things *t = calloc(1, sizeof *t);
    t->word = 3;
    sem_init(&t->sem, 0, 2);
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->cond, NULL);
    pthread_barrier_init(&t->barrier, NULL, 2);
    pthread_rwlock_init(&t->rwlock, NULL);
    pthread_spin_init(&t->spin, 0);
    mtx_init(&t->c11, mtx_plain);
    return t;
}

static const lp_value wrong = LP_FALSE;

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    lp_step_emit_values(s, LP_UNIT, &zero, 1);
}

static void step(lp_step *s)
{
    lp_step_emit_same(s, LP_TRUE);
}

static const lp_spec never = {.name = "never",
                              .methods = {{"semaphore", NULL, 0, NULL},
                                          {"futex_late", NULL, 0, NULL},
                                          {"futex_sleep", NULL, 0, NULL},
                                          {"futex_wake", NULL, 0, NULL},
                                          {"await", NULL, 0, NULL},
                                          {"announce", NULL, 0, NULL},
                                          {"meet", NULL, 0, NULL},
                                          {"rest", NULL, 0, NULL}},
                              .initial = initial,
                              .step = step};

static lp_value semaphore(void *object, const lp_value *args)
{
    things *t = object;
    int value;
    (void)args;
    sem_wait(&t->sem);
    sem_trywait(&t->sem);
    sem_trywait(&t->sem);
    sem_getvalue(&t->sem, &value);
    sem_post(&t->sem);
    return wrong;
}

static lp_value futex_late(void *object, const lp_value *args)
{
    things *t = object;
    (void)args;
    syscall(SYS_futex, &t->word, FUTEX_WAIT, 2, NULL, NULL, 0);
    return wrong;
}

static lp_value futex_sleep(void *object, const lp_value *args)
{
    things *t = object;
    (void)args;
    syscall(SYS_futex, &t->word, FUTEX_WAIT, 3, NULL, NULL, 0);
    return wrong;
}

static lp_value futex_wake(void *object, const lp_value *args)
{
    things *t = object;
    (void)args;
    syscall(SYS_futex, &t->word, FUTEX_WAKE, 1, NULL, NULL, 0);
    return wrong;
}

static lp_value await(void *object, const lp_value *args)
{
    things *t = object;
    (void)args;
    pthread_mutex_lock(&t->mutex);
    while (!t->ready)
        pthread_cond_wait(&t->cond, &t->mutex);
    pthread_mutex_unlock(&t->mutex);
    return wrong;
}

static lp_value announce(void *object, const lp_value *args)
{
    things *t = object;
    (void)args;
    pthread_mutex_lock(&t->mutex);
    t->ready = 1;
    pthread_cond_signal(&t->cond);
    pthread_mutex_unlock(&t->mutex);
    pthread_cond_broadcast(&t->cond);
    return wrong;
}

static lp_value meet(void *object, const lp_value *args)
{
    (void)args;
    pthread_barrier_wait(&((things *)object)->barrier);
    return wrong;
}

static void nothing(void)
{
}

static lp_value rest(void *object, const lp_value *args)
{
    things *t = object;
    pthread_key_t key;
    (void)args;
    pthread_once(&t->once, nothing);
    pthread_once(&t->once, nothing);
    pthread_key_create(&key, NULL);
    pthread_rwlock_rdlock(&t->rwlock);
    pthread_rwlock_trywrlock(&t->rwlock);
    pthread_rwlock_unlock(&t->rwlock);
    pthread_mutex_trylock(&t->mutex);
    pthread_mutex_trylock(&t->mutex);
    pthread_mutex_unlock(&t->mutex);
    pthread_spin_lock(&t->spin);
    pthread_spin_unlock(&t->spin);
    mtx_lock(&t->c11);
    mtx_unlock(&t->c11);
    pthread_mutex_destroy(&t->mutex);
    pthread_cond_destroy(&t->cond);
    return wrong;
}

LP_OBJECT(waits, .create = create, .destroy = free, .custom_spec = &never,
          .methods = {{.name = "semaphore", .run = semaphore},
                      {.name = "futex_late", .run = futex_late},
                      {.name = "futex_sleep", .run = futex_sleep},
                      {.name = "futex_wake", .run = futex_wake},
                      {.name = "await", .run = await},
                      {.name = "announce", .run = announce},
                      {.name = "meet", .run = meet},
                      {.name = "rest", .run = rest}})
