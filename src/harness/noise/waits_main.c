// SPDX-License-Identifier: MIT
// Locks and conditions of the test, with noise. Part of the runner alone, as
// access_main.c is: the functions behind these names are the C library's.
//
// Who is woken at a condition has to get the lock again, and others may come
// first. That window is where `if` instead of `while`, a value kept in one place
// for all, and a time-out that is believed go wrong; no access of the test lies in
// it. So a thread that has been woken, or whose time is over, now and then gives
// the lock back at once, waits a little and takes it again. Between the wake-up and
// the lock the kernel could have held it up just so: a correct object cannot tell.

#include "harness/noise/noise.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static struct {
    __typeof__(pthread_mutex_lock) *lock;
    __typeof__(pthread_mutex_unlock) *unlock;
    __typeof__(pthread_cond_wait) *wait;
    __typeof__(pthread_cond_timedwait) *timed;
    __typeof__(pthread_cond_clockwait) *clock;
    __typeof__(mtx_lock) *lock_c11;
    __typeof__(mtx_unlock) *unlock_c11;
    __typeof__(cnd_wait) *wait_c11;
    __typeof__(cnd_timedwait) *timed_c11;
} real;

// A library may have an older function of the same name: some versions of dlsym prefer it.
static void *next(const char *name)
{
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void find_real(void)
{
    real.lock = (__typeof__(real.lock))next("pthread_mutex_lock");
    real.unlock = (__typeof__(real.unlock))next("pthread_mutex_unlock");
    real.wait = (__typeof__(real.wait))next("pthread_cond_wait");
    real.timed = (__typeof__(real.timed))next("pthread_cond_timedwait");
    real.clock = (__typeof__(real.clock))next("pthread_cond_clockwait");
    real.lock_c11 = (__typeof__(real.lock_c11))next("mtx_lock");
    real.unlock_c11 = (__typeof__(real.unlock_c11))next("mtx_unlock");
    real.wait_c11 = (__typeof__(real.wait_c11))next("cnd_wait");
    real.timed_c11 = (__typeof__(real.timed_c11))next("cnd_timedwait");
}

int pthread_mutex_lock(pthread_mutex_t *lock)
{
    noise_point();
    return real.lock(lock);
}

int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    int code = real.unlock(lock);
    noise_point();
    return code;
}

// The wait has ended. After other errors the lock may not be held.
static int wake(pthread_mutex_t *lock, int code)
{
    if ((code != 0 && code != ETIMEDOUT) || !noise_wakes() || real.unlock(lock) != 0)
        return code;
    noise_now();
    int taken = real.lock(lock);
    return taken ? taken : code;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock)
{
    return wake(lock, real.wait(c, lock));
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *lock, const struct timespec *until)
{
    return wake(lock, real.timed(c, lock, until));
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *lock, clockid_t clock,
                           const struct timespec *until)
{
    return wake(lock, real.clock(c, lock, clock, until));
}

// The same in the words of C11.

int mtx_lock(mtx_t *lock)
{
    noise_point();
    return real.lock_c11(lock);
}

int mtx_unlock(mtx_t *lock)
{
    int code = real.unlock_c11(lock);
    noise_point();
    return code;
}

static int wake_c11(mtx_t *lock, int code)
{
    if ((code != thrd_success && code != thrd_timedout) || !noise_wakes() ||
        real.unlock_c11(lock) != thrd_success)
        return code;
    noise_now();
    int taken = real.lock_c11(lock);
    return taken != thrd_success ? taken : code;
}

int cnd_wait(cnd_t *c, mtx_t *lock)
{
    return wake_c11(lock, real.wait_c11(c, lock));
}

int cnd_timedwait(cnd_t *c, mtx_t *lock, const struct timespec *until)
{
    return wake_c11(lock, real.timed_c11(c, lock, until));
}
