// SPDX-License-Identifier: MIT
// C11 threads, on the pthread functions beside: the C library's own versions
// would go past them. The types are laid out alike there.

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static int code(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

int thrd_create(thrd_t *out, thrd_start_t body, void *argument)
{
    // An int comes back in the low half of the register that a pointer would use.
    void *(*as_pointer)(void *);
    memcpy(&as_pointer, &body, sizeof as_pointer);
    return code(pthread_create(out, NULL, as_pointer, argument));
}

int thrd_join(thrd_t thread, int *result)
{
    void *pointer = NULL;
    int error = pthread_join(thread, &pointer);
    if (result)
        *result = (int)(intptr_t)pointer;
    return code(error);
}

int thrd_detach(thrd_t thread)
{
    return code(pthread_detach(thread));
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

void thrd_yield(void)
{
    sched_yield();
}

int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    return nanosleep(time, left) ? -1 : 0;
}

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    int error = pthread_mutex_init((pthread_mutex_t *)m, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return code(error);
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy((pthread_mutex_t *)m);
}

int mtx_lock(mtx_t *m)
{
    return code(pthread_mutex_lock((pthread_mutex_t *)m));
}

int mtx_trylock(mtx_t *m)
{
    return code(pthread_mutex_trylock((pthread_mutex_t *)m));
}

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
    return code(pthread_mutex_timedlock((pthread_mutex_t *)m, until));
}

int mtx_unlock(mtx_t *m)
{
    return code(pthread_mutex_unlock((pthread_mutex_t *)m));
}

int cnd_init(cnd_t *c)
{
    return code(pthread_cond_init((pthread_cond_t *)c, NULL));
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy((pthread_cond_t *)c);
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return code(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
    return code(pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, until));
}

int cnd_signal(cnd_t *c)
{
    return code(pthread_cond_signal((pthread_cond_t *)c));
}

int cnd_broadcast(cnd_t *c)
{
    return code(pthread_cond_broadcast((pthread_cond_t *)c));
}

void call_once(once_flag *once, void (*run)(void))
{
    pthread_once((pthread_once_t *)once, run);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return code(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return code(pthread_setspecific(key, value));
}
