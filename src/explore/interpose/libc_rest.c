// SPDX-License-Identifier: MIT
// The rest of the C library that an object might lean on: yielding and
// sleeping are steps, random numbers and the clock give the same answers in
// every execution, leaving the process is an error, and what would let the
// object out of explore's hands ends the exploration.

#include "base/memory.h"
#include "explore/interpose/sync.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/schedule.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int yield(const void *pc)
{
    HOOK_SCOPE;
    point(OP_YIELD, NULL, 0, 0, pc);
    return 0;
}

int sched_yield(void)
{
    return rt.in_user ? yield(CALLER) : REAL(sched_yield)();
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    return rt.in_user ? yield(CALLER) : REAL(nanosleep)(time, left);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    return rt.in_user ? yield(CALLER) : REAL(clock_nanosleep)(clock, flags, time, left);
}

int usleep(useconds_t time)
{
    return rt.in_user ? yield(CALLER) : REAL(usleep)(time);
}

unsigned sleep(unsigned seconds)
{
    return rt.in_user ? (unsigned)yield(CALLER) : REAL(sleep)(seconds);
}

int sched_getcpu(void)
{
    return rt.in_user ? 0 : REAL(sched_getcpu)();
}

// The clock stands still; the verdict says so.
enum { FIXED_TIME = 1000000000 };

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!rt.in_user)
        return REAL(clock_gettime)(clock, time);
    learnt.clock_used = true;
    *time = (struct timespec){.tv_sec = FIXED_TIME};
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    if (!rt.in_user)
        return REAL(gettimeofday)(time, zone);
    learnt.clock_used = true;
    *time = (struct timeval){.tv_sec = FIXED_TIME};
    return 0;
}

time_t time(time_t *out)
{
    if (!rt.in_user)
        return REAL(time)(out);
    learnt.clock_used = true;
    if (out)
        *out = FIXED_TIME;
    return FIXED_TIME;
}

clock_t clock(void)
{
    if (!rt.in_user)
        return REAL(clock)();
    learnt.clock_used = true;
    return 0;
}

// Each thread has numbers of its own: whose turn it is does not change them.
static int random_next(void)
{
    uint32_t *state = &rt.current->s.random;
    *state = *state * 1103515245u + 12345u;
    return (int)(*state >> 1);
}

int rand(void)
{
    return rt.in_user ? random_next() : REAL(rand)();
}

long random(void)
{
    return rt.in_user ? random_next() : REAL(random)();
}

void srand(unsigned seed)
{
    if (rt.in_user)
        rt.current->s.random = seed;
    else
        REAL(srand)(seed);
}

void srandom(unsigned seed)
{
    if (rt.in_user)
        rt.current->s.random = seed;
    else
        REAL(srandom)(seed);
}

_Noreturn void exit(int status)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_EXIT, CALLER, "the object called exit(%d)", status);
    REAL(exit)(status);
    __builtin_unreachable();
}

_Noreturn void _exit(int status)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_EXIT, CALLER, "the object called _exit(%d)", status);
    REAL(_exit)(status);
    __builtin_unreachable();
}

_Noreturn void _Exit(int status)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_EXIT, CALLER, "the object called _Exit(%d)", status);
    REAL(_Exit)(status);
    __builtin_unreachable();
}

_Noreturn void quick_exit(int status)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_EXIT, CALLER, "the object called quick_exit(%d)", status);
    REAL(quick_exit)(status);
    __builtin_unreachable();
}

// Of C++'s run-time library: what is being handled, or was thrown and nobody took.
extern __attribute__((weak)) void *__cxa_current_exception_type(void);

_Noreturn void abort(void)
{
    if (rt.in_user && __cxa_current_exception_type && __cxa_current_exception_type())
        execution_break(LP_VIOLATION_CRASH, CALLER,
                        "crashed: a C++ exception that nobody catches, or abort "
                        "while one is handled");
    if (rt.in_user)
        execution_break(LP_VIOLATION_CRASH, CALLER, "crashed: abort was called");
    REAL(abort)();
    __builtin_unreachable();
}

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                             const char *function);
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                             const char *function)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_ASSERTION, CALLER, "crashed: assertion '%s' failed in %s",
                        assertion, function);
    // In the object's spec, or in the runner itself.
    dprintf(config.errors, "%s:%u: %s: assertion '%s' failed\n", file, line, function, assertion);
    REAL(abort)();
    __builtin_unreachable();
}

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    if (rt.in_user)
        execution_break(LP_VIOLATION_CRASH, CALLER, "crashed: the stack was overwritten");
    REAL(abort)();
    __builtin_unreachable();
}

// What the object wants done at the end of the process is never done: each
// execution would want it again.
int __cxa_atexit(void (*run)(void *), void *argument, void *module);
int __cxa_atexit(void (*run)(void *), void *argument, void *module)
{
    return rt.in_user ? 0 : REAL(__cxa_atexit)(run, argument, module);
}

// The environment is the same in every execution. Changes are steps like others of the C
// library's: see libc_functions.def.
static char **first_environment, **environment;
static size_t environment_size;

void system_reset(void)
{
    if (!first_environment) {
        while (environ && environ[environment_size])
            environment_size++;
        environment_size++;
        first_environment = memory_new(environment_size, sizeof *environment);
        environment = memory_new(environment_size, sizeof *environment);
        if (environ)
            memcpy(first_environment, environ, environment_size * sizeof *environ);
    }
    size_t bytes = environment_size * sizeof *environment;
    if (environ && environ == environment && !memcmp(environment, first_environment, bytes))
        return;
    memcpy(environment, first_environment, bytes);
    environ = environment;
}

// True randomness: the executions that are seen are not all there are.
static void note_random(const char *function)
{
    if (rt.in_user && !learnt.uncontrolled[0])
        snprintf(learnt.uncontrolled, sizeof learnt.uncontrolled,
                 "the object calls %s, which explore does not control", function);
}

ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    note_random("getrandom");
    return REAL(getrandom)(to, size, flags);
}

int getentropy(void *to, size_t size)
{
    note_random("getentropy");
    return REAL(getentropy)(to, size);
}

uint32_t arc4random(void)
{
    note_random("arc4random");
    return REAL(arc4random)();
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    if (rt.in_user && !rt.loading)
        unsupported("mmap", CALLER);
    return REAL(mmap)(address, size, protection, flags, file, offset);
}

pid_t fork(void)
{
    if (rt.in_user)
        unsupported("fork", CALLER);
    return REAL(fork)();
}

// Never called by the runner itself.
#define UNSUPPORTED(name)                                                                          \
    long explore_##name(void) __asm__(#name);                                                      \
    long explore_##name(void)                                                                      \
    {                                                                                              \
        if (rt.in_user)                                                                            \
            unsupported(#name, CALLER);                                                            \
        return -1;                                                                                 \
    }

UNSUPPORTED(pthread_cancel)
UNSUPPORTED(pthread_tryjoin_np)
UNSUPPORTED(pthread_timedjoin_np)
UNSUPPORTED(pthread_clockjoin_np)
UNSUPPORTED(__pthread_register_cancel)
UNSUPPORTED(sem_open)
UNSUPPORTED(sem_clockwait)
UNSUPPORTED(pthread_rwlock_clockrdlock)
UNSUPPORTED(pthread_rwlock_clockwrlock)
UNSUPPORTED(vfork)
UNSUPPORTED(shmat)
UNSUPPORTED(shm_open)
UNSUPPORTED(getcontext)
UNSUPPORTED(swapcontext)
UNSUPPORTED(timer_create)
