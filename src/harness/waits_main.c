// SPDX-License-Identifier: MIT
// Locks and conditions of the test, with jolts. Part of the runner alone, as
// access_main.c is: the functions behind these names are the C library's.
//
// Who is woken at a condition has to get the lock again, and others may come
// first. That window is where `if` instead of `while`, a value kept in one place
// for all, and a time-out that is believed go wrong; no access of the test lies in
// it. So a thread that has been woken, or whose time is over, now and then gives
// the lock back at once, waits a little and takes it again. Between the wake-up and
// the lock the kernel could have held it up just so: a correct object cannot tell.

#include "harness/jolt.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

typedef int (*mutex_function)(pthread_mutex_t *);
typedef int (*wait_function)(pthread_cond_t *, pthread_mutex_t *);
typedef int (*timed_function)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
typedef int (*clock_function)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                              const struct timespec *);

static struct {
    mutex_function lock, unlock;
    wait_function wait;
    timed_function timed;
    clock_function clock;
} real;

// A library may have an older function of the same name: some versions of dlsym prefer it.
static void *next(const char *name)
{
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void find_real(void)
{
    real.lock = (mutex_function)next("pthread_mutex_lock");
    real.unlock = (mutex_function)next("pthread_mutex_unlock");
    real.wait = (wait_function)next("pthread_cond_wait");
    real.timed = (timed_function)next("pthread_cond_timedwait");
    real.clock = (clock_function)next("pthread_cond_clockwait");
}

int pthread_mutex_lock(pthread_mutex_t *lock)
{
    jolt_point();
    return real.lock(lock);
}

int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    int code = real.unlock(lock);
    jolt_point();
    return code;
}

// The wait has ended. After other errors the lock may not be held.
static int wake(pthread_mutex_t *lock, int code)
{
    if ((code != 0 && code != ETIMEDOUT) || !jolt_wakes() || real.unlock(lock) != 0)
        return code;
    jolt_now();
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
