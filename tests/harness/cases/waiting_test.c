// SPDX-License-Identifier: MIT
// A semaphore of two permits whose threads wait in the way -DWAYS says, rightly or
// not.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

enum {
    RIGHT,     // waits while there is no permit
    LOST,      // a release wakes nobody
    CROSSED,   // two mutexes, taken in either order
    TIMED,     // waits with a time limit, again and again
    SPINNING,  // waits without sleeping
    HELPED,    // a thread of the object's own hands out permits, a little later
    IN_CREATE, // stuck before anything is called
    POSIX,     // sem_t
    C11,       // as RIGHT, with the threads of C11
    C11_IF,    // who is woken does not look again
};

typedef struct object {
    pthread_mutex_t first, second;
    pthread_cond_t more;
    int permits;
    _Atomic int spun, owed;
    _Atomic bool over;
    pthread_t helper;
    sem_t posix;
    mtx_t lock;
    cnd_t again;
} object;

static void nap(long nanoseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

static void give(object *o)
{
    pthread_mutex_lock(&o->first);
    o->permits++;
    if (WAYS != LOST)
        pthread_cond_signal(&o->more);
    pthread_mutex_unlock(&o->first);
}

static void *help(void *context)
{
    object *o = context;
    while (!atomic_load(&o->over)) {
        nap(3000000);
        while (atomic_load(&o->owed) > 0) {
            atomic_fetch_sub(&o->owed, 1);
            give(o);
        }
    }
    return NULL;
}

static void *create(void)
{
    object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->first, NULL);
    pthread_mutex_init(&o->second, NULL);
    pthread_cond_init(&o->more, NULL);
    sem_init(&o->posix, 0, 2);
    mtx_init(&o->lock, mtx_plain);
    cnd_init(&o->again);
    o->permits = 2;
    o->spun = 2;
    if (WAYS == HELPED)
        pthread_create(&o->helper, NULL, help, o);
    if (WAYS == IN_CREATE) {
        pthread_mutex_lock(&o->first);
        pthread_mutex_lock(&o->first);
    }
    return o;
}

static void destroy(void *given)
{
    object *o = given;
    atomic_store(&o->over, true);
    if (WAYS == HELPED)
        pthread_join(o->helper, NULL);
    free(o);
}

static void wait_for_more(object *o)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    if (WAYS == TIMED)
        pthread_cond_timedwait(&o->more, &o->first, &until);
    else
        pthread_cond_wait(&o->more, &o->first);
}

static void acquire_c11(object *o)
{
    mtx_lock(&o->lock);
    if (WAYS == C11_IF && !o->permits)
        cnd_wait(&o->again, &o->lock);
    while (WAYS == C11 && !o->permits)
        cnd_wait(&o->again, &o->lock);
    o->permits--;
    mtx_unlock(&o->lock);
}

static void release_c11(object *o)
{
    mtx_lock(&o->lock);
    o->permits++;
    cnd_signal(&o->again);
    mtx_unlock(&o->lock);
}

static lp_value acquire(void *given, const lp_value *args)
{
    object *o = given;
    (void)args;
    if (WAYS == C11 || WAYS == C11_IF) {
        acquire_c11(o);
        return LP_UNIT;
    }
    if (WAYS == POSIX) {
        sem_wait(&o->posix);
        return LP_UNIT;
    }
    for (int now = 0; WAYS == SPINNING;) {
        now = atomic_load(&o->spun);
        if (now > 0 && atomic_compare_exchange_strong(&o->spun, &now, now - 1))
            return LP_UNIT;
    }
    pthread_mutex_lock(&o->first);
    if (WAYS == CROSSED) {
        pthread_mutex_lock(&o->second);
        pthread_mutex_unlock(&o->second);
    }
    while (!o->permits)
        wait_for_more(o);
    o->permits--;
    pthread_mutex_unlock(&o->first);
    return LP_UNIT;
}

static lp_value release(void *given, const lp_value *args)
{
    object *o = given;
    (void)args;
    if (WAYS == C11 || WAYS == C11_IF) {
        release_c11(o);
    } else if (WAYS == POSIX) {
        sem_post(&o->posix);
    } else if (WAYS == SPINNING) {
        atomic_fetch_add(&o->spun, 1);
    } else if (WAYS == HELPED) {
        atomic_fetch_add(&o->owed, 1);
    } else if (WAYS == CROSSED) {
        pthread_mutex_lock(&o->second);
        pthread_mutex_lock(&o->first);
        o->permits++;
        pthread_cond_signal(&o->more);
        pthread_mutex_unlock(&o->first);
        pthread_mutex_unlock(&o->second);
    } else {
        give(o);
    }
    return LP_UNIT;
}

LP_OBJECT(waiting, .create = create, .destroy = destroy, .spec = "semaphore:2",
          .methods = {{"acquire", acquire}, {"release", release}})
