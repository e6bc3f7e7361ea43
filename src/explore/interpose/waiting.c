// SPDX-License-Identifier: MIT
// Things to wait on: condition variables, semaphores, barriers, futexes.
// A wait with a time limit may time out at any moment.

#include "explore/interpose/sync.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A waiter that timed out or woke for no reason leaves the condition in a step
// of its own, before it has the mutex again: a signal in between is not for it.
static int wait_on(pthread_cond_t *c, pthread_mutex_t *m, bool timed, const void *pc)
{
    if (rt.loading)
        execution_break(LP_VIOLATION_DEADLOCK, pc, "deadlock: a constructor waits on a condition");
    HOOK_SCOPE;
    if (!region_shared(m, pc))
        region_probe(m, sizeof *m, true, pc);
    sync_step(OP_WAIT, c, sizeof *c, (uint64_t)(uintptr_t)m, pc);
    region_check(m, sizeof *m, pc);
    uint32_t count = mutex_drop(m, pc);
    TRACE_TELL("wait on", "unlocks the mutex and sleeps");
    bool woken = sync_sleep(c, m, timed, true, pc);
    bool late = false;
    if (woken) {
        TRACE_TELL("wait on", "woken, locks the mutex again");
    } else {
        late = timed && !(config.spurious && choose(2, pc));
        TRACE_TELL("wait on", late ? "the time is over" : "wakes up for no reason");
        point(OP_RELOCK, c, 0, (uint64_t)(uintptr_t)m, pc);
        TRACE_TELL("wait on", "locks the mutex again");
    }
    region_check(m, sizeof *m, pc);
    mutex_restore(m, count);
    return late ? ETIMEDOUT : 0;
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    if (!sync_ours(c))
        return REAL(pthread_cond_init)(c, attributes);
    HOOK_SCOPE;
    sync_step(OP_SYNC, c, sizeof *c, 0, CALLER);
    memset(c, 0, sizeof *c);
    TRACE_TELL("condition init", "%s", "");
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    if (!sync_ours(c))
        return REAL(pthread_cond_destroy)(c);
    HOOK_SCOPE;
    sync_step(OP_SYNC, c, sizeof *c, 0, CALLER);
    for (uint32_t i = 0; i < rt.fiber_count; i++)
        if (rt.fibers[i].s.waiting_on == c && !rt.fibers[i].s.woken)
            execution_break(LP_VIOLATION_MISUSE, CALLER,
                            "a condition is destroyed while a thread waits on it");
    TRACE_TELL("condition destroy", "%s", "");
    return 0;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return sync_ours(c) ? wait_on(c, m, false, CALLER) : REAL(pthread_cond_wait)(c, m);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return sync_ours(c) ? wait_on(c, m, true, CALLER) : REAL(pthread_cond_timedwait)(c, m, until);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *until)
{
    return sync_ours(c) ? wait_on(c, m, true, CALLER)
                        : REAL(pthread_cond_clockwait)(c, m, clock, until);
}

int pthread_cond_signal(pthread_cond_t *c)
{
    if (!sync_ours(c))
        return REAL(pthread_cond_signal)(c);
    HOOK_SCOPE;
    sync_step(OP_SIGNAL, c, sizeof *c, 0, CALLER);
    sync_wake(c, 1, CALLER);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    if (!sync_ours(c))
        return REAL(pthread_cond_broadcast)(c);
    HOOK_SCOPE;
    sync_step(OP_BROADCAST, c, sizeof *c, 0, CALLER);
    sync_wake(c, FIBERS_MAX, CALLER);
    return 0;
}

// Semaphores: the value is the first word.
static unsigned *value_of(sem_t *s)
{
    return (unsigned *)s;
}

int sem_init(sem_t *s, int shared, unsigned value)
{
    if (!sync_ours(s))
        return REAL(sem_init)(s, shared, value);
    HOOK_SCOPE;
    sync_step(OP_SYNC, s, sizeof *s, 0, CALLER);
    memset(s, 0, sizeof *s);
    *value_of(s) = value;
    TRACE_TELL("semaphore init", "%u", value);
    return 0;
}

int sem_destroy(sem_t *s)
{
    return sync_ours(s) ? 0 : REAL(sem_destroy)(s);
}

int sem_post(sem_t *s)
{
    if (!sync_ours(s))
        return REAL(sem_post)(s);
    HOOK_SCOPE;
    sync_step(OP_SYNC, s, sizeof *s, 0, CALLER);
    ++*value_of(s);
    TRACE_TELL("semaphore post", "%u → %u", *value_of(s) - 1, *value_of(s));
    return 0;
}

static int sem_take(sem_t *s, bool wait, int otherwise, const void *pc)
{
    HOOK_SCOPE;
    sync_step(wait ? OP_SEMAPHORE : OP_SYNC, s, sizeof *s, 0, pc);
    bool got = *value_of(s) > 0;
    if (got) {
        --*value_of(s);
        lock_taken(s);
        TRACE_TELL(wait ? "semaphore wait" : "semaphore try", "%u → %u", *value_of(s) + 1,
                   *value_of(s));
    } else {
        *rt.current->errno_at = otherwise;
        footprint_only_read();
        TRACE_TELL(otherwise == EAGAIN ? "semaphore try" : "semaphore wait",
                   otherwise == EAGAIN ? "fails, it is 0" : "it is 0, the time is over");
    }
    if (!wait)
        lock_tried(s, got);
    return got ? 0 : -1;
}

int sem_wait(sem_t *s)
{
    return sync_ours(s) ? sem_take(s, true, 0, CALLER) : REAL(sem_wait)(s);
}

int sem_trywait(sem_t *s)
{
    return sync_ours(s) ? sem_take(s, false, EAGAIN, CALLER) : REAL(sem_trywait)(s);
}

int sem_timedwait(sem_t *s, const struct timespec *until)
{
    return sync_ours(s) ? sem_take(s, false, ETIMEDOUT, CALLER) : REAL(sem_timedwait)(s, until);
}

int sem_getvalue(sem_t *s, int *value)
{
    if (!sync_ours(s))
        return REAL(sem_getvalue)(s, value);
    HOOK_SCOPE;
    sync_step(OP_SYNC, s, sizeof *s, 0, CALLER);
    footprint_only_read();
    footprint_add(value, sizeof *value, true);
    *value = (int)*value_of(s);
    TRACE_TELL("semaphore value", "%d", *value);
    return 0;
}

// Barriers: how many it takes, how many have come.
typedef struct barrier {
    uint32_t need, here;
} barrier;

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes,
                         unsigned count)
{
    if (!sync_ours(b))
        return REAL(pthread_barrier_init)(b, attributes, count);
    HOOK_SCOPE;
    sync_step(OP_SYNC, b, sizeof *b, 0, CALLER);
    *(barrier *)b = (barrier){count, 0};
    TRACE_TELL("barrier init", "for %u threads", count);
    return count ? 0 : EINVAL;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
    return sync_ours(b) ? 0 : REAL(pthread_barrier_destroy)(b);
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
    if (!sync_ours(b))
        return REAL(pthread_barrier_wait)(b);
    HOOK_SCOPE;
    sync_step(OP_SYNC, b, sizeof *b, 0, CALLER);
    barrier *its = (barrier *)b;
    bool last = ++its->here == its->need;
    TRACE_TELL("barrier wait", "%u of %u have come%s", its->here, its->need,
               last ? "" : ", sleeps");
    if (last) {
        its->here = 0;
        sync_wake(b, FIBERS_MAX, CALLER);
    } else {
        sync_sleep(b, NULL, false, false, CALLER);
        TRACE_TELL("barrier wait", "all have come");
    }
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

static bool futex_wait(const uint32_t *word, uint32_t value, bool timed, const void *pc)
{
    TRACE_TELL("futex wait on", "expects %d, finds %d: sleeps", (int)value, (int)*word);
    bool woken = sync_sleep(word, NULL, timed, true, pc);
    TRACE_TELL("futex wait on", woken   ? "woken"
                                : timed ? "the time is over"
                                        : "wakes up for no reason");
    return woken;
}

static long futex(uint32_t *word, int operation, uint32_t value, const void *timeout,
                  const void *pc)
{
    HOOK_SCOPE;
    sync_step(OP_SYNC, word, sizeof *word, 0, pc);
    long result = 0;
    int wrong = 0;
    switch (operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        if (*word != value) {
            wrong = EAGAIN;
            TRACE_TELL("futex wait on", "expects %d, finds %d: returns at once", (int)value,
                       (int)*word);
        } else if (!futex_wait(word, value, timeout != NULL, pc) && timeout) {
            wrong = ETIMEDOUT;
        }
        break;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        TRACE_TELL("futex wake", "%s", "");
        result = sync_wake(word, value, pc);
        break;
    default:
        unsupported("a futex operation other than wait and wake", pc);
    }
    if (wrong) {
        *rt.current->errno_at = wrong;
        result = -1;
    }
    return result;
}

long syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    long a[6];
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (!rt.in_user)
        return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (number == SYS_gettid)
        return gettid();
    if (number != SYS_futex)
        unsupported("syscall()", CALLER);
    int operation = (int)a[1] & FUTEX_CMD_MASK;
    if ((operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET) && (int)a[5] != -1)
        unsupported("a futex operation with a bit set", CALLER);
    return futex((uint32_t *)a[0], (int)a[1], (uint32_t)a[2], (const void *)a[3], CALLER);
}
