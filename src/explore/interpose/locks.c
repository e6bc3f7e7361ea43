// SPDX-License-Identifier: MIT
// Mutexes, spin locks and read-write locks. A mutex uses the C library's
// fields: whether it is taken, how often, by which fiber (number + 1), its kind.

#include "explore/interpose/sync.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"

#include <errno.h>
#include <string.h>

enum { KIND_MASK = 3, KIND_UNSUPPORTED = 16 | 32 | 64, DESTROYED = -1 }; // robust, inherit, protect

static int self(void)
{
    return (int)rt.current->number + 1;
}

static bool owned_by(const pthread_mutex_t *m, const fiber *f)
{
    return m->__data.__lock && m->__data.__owner == (int)f->number + 1;
}

// Recursive and error-checking mutexes answer their owner at once.
bool mutex_free_for(const pthread_mutex_t *m, const fiber *f)
{
    int kind = m->__data.__kind & KIND_MASK;
    return !m->__data.__lock ||
           ((kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) &&
            owned_by(m, f));
}

static void check_kind(const pthread_mutex_t *m, const void *pc)
{
    if (m->__data.__kind == DESTROYED)
        execution_break(LP_VIOLATION_MISUSE, pc, "use of a mutex after pthread_mutex_destroy");
    if (m->__data.__kind & KIND_UNSUPPORTED)
        unsupported("pthread_mutex_lock of a robust or priority mutex", pc);
}

static int busy(int code)
{
    footprint_only_read();
    return code;
}

int mutex_take(pthread_mutex_t *m, const void *pc)
{
    check_kind(m, pc);
    if (m->__data.__lock) {
        int kind = m->__data.__kind & KIND_MASK;
        if (!owned_by(m, rt.current) || kind == PTHREAD_MUTEX_NORMAL)
            return busy(EBUSY);
        if (kind == PTHREAD_MUTEX_ERRORCHECK)
            return busy(EDEADLK);
        m->__data.__count++;
        return 0;
    }
    m->__data.__lock = 1;
    m->__data.__count = 1;
    m->__data.__owner = self();
    lock_taken(m);
    return 0;
}

static int give(pthread_mutex_t *m, const void *pc)
{
    check_kind(m, pc);
    if (!owned_by(m, rt.current)) {
        if ((m->__data.__kind & KIND_MASK) == PTHREAD_MUTEX_NORMAL)
            execution_break(LP_VIOLATION_MISUSE, pc,
                            "unlock of a mutex that the thread does not hold");
        return EPERM;
    }
    if (--m->__data.__count == 0)
        m->__data.__lock = m->__data.__owner = 0;
    return 0;
}

uint32_t mutex_drop(pthread_mutex_t *m, const void *pc)
{
    check_kind(m, pc);
    if (!owned_by(m, rt.current))
        execution_break(LP_VIOLATION_MISUSE, pc, "wait on a condition without holding the mutex");
    uint32_t count = m->__data.__count;
    m->__data.__lock = m->__data.__owner = 0;
    m->__data.__count = 0;
    return count;
}

void mutex_restore(pthread_mutex_t *m, uint32_t count)
{
    m->__data.__lock = 1;
    m->__data.__owner = self();
    m->__data.__count = count;
    lock_taken(m);
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    if (!sync_ours(m))
        return REAL(pthread_mutex_init)(m, attributes);
    HOOK_SCOPE;
    sync_step(OP_SYNC, m, sizeof *m, 0, CALLER);
    int result = REAL(pthread_mutex_init)(m, attributes);
    TRACE_TELL("mutex init", "%s", "");
    return result;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
    if (!sync_ours(m))
        return REAL(pthread_mutex_destroy)(m);
    HOOK_SCOPE;
    sync_step(OP_SYNC, m, sizeof *m, 0, CALLER);
    int result = m->__data.__lock ? EBUSY : 0;
    if (!result)
        m->__data.__kind = DESTROYED;
    TRACE_TELL("mutex destroy", "%s", result ? "fails, it is locked" : "");
    return result;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (!sync_ours(m))
        return REAL(pthread_mutex_lock)(m);
    HOOK_SCOPE;
    sync_step(OP_LOCK, m, sizeof *m, 0, CALLER);
    int result = mutex_take(m, CALLER);
    if (result || m->__data.__count > 1)
        TRACE_TELL("lock", result ? "fails, this thread has it already" : "once more");
    return result;
}

// `owner`: the number of its fiber + 1; 0: several, or not known.
static void tell_try(int result, int owner)
{
    if (result && rt.tracing)
        trace_failed();
    if (!result)
        TRACE_TELL("trylock", "taken");
    else if (owner > 0)
        TRACE_TELL("trylock", "%s, thread %u has it",
                   result == ETIMEDOUT ? "the time is over" : "fails",
                   thread_number(&rt.fibers[owner - 1]));
    else
        TRACE_TELL("trylock", "fails");
}

static int try(pthread_mutex_t *m, int otherwise, const void *pc)
{
    HOOK_SCOPE;
    sync_step(OP_TRYLOCK, m, sizeof *m, 0, pc);
    int result = mutex_take(m, pc);
    if (result == EBUSY || (result == EDEADLK && otherwise == EBUSY))
        result = otherwise;
    lock_tried(m, !result);
    tell_try(result, m->__data.__owner);
    return result;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    return sync_ours(m) ? try(m, EBUSY, CALLER) : REAL(pthread_mutex_trylock)(m);
}

// Waiting for some time and then getting it is waiting without a limit; so it is
// enough to try at any moment.
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    return sync_ours(m) ? try(m, ETIMEDOUT, CALLER) : REAL(pthread_mutex_timedlock)(m, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
    return sync_ours(m) ? try(m, ETIMEDOUT, CALLER)
                        : REAL(pthread_mutex_clocklock)(m, clock, until);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (!sync_ours(m))
        return REAL(pthread_mutex_unlock)(m);
    HOOK_SCOPE;
    sync_step(OP_UNLOCK, m, sizeof *m, 0, CALLER);
    int result = give(m, CALLER);
    if (result || m->__data.__count)
        TRACE_TELL("unlock", result ? "fails, another thread has it" : "still locked");
    return result;
}

// Spin locks: 0 is free, else the owner.
static int *spin_word(pthread_spinlock_t *lock)
{
    return (int *)(uintptr_t)lock;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    if (!sync_ours(lock))
        return REAL(pthread_spin_init)(lock, shared);
    HOOK_SCOPE;
    sync_step(OP_SYNC, spin_word(lock), sizeof *lock, 0, CALLER);
    *lock = 0;
    TRACE_TELL("spin lock init", "%s", "");
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return sync_ours(lock) ? 0 : REAL(pthread_spin_destroy)(lock);
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (!sync_ours(lock))
        return REAL(pthread_spin_lock)(lock);
    HOOK_SCOPE;
    sync_step(OP_SPINLOCK, spin_word(lock), sizeof *lock, 0, CALLER);
    *lock = self();
    lock_taken(spin_word(lock));
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    if (!sync_ours(lock))
        return REAL(pthread_spin_trylock)(lock);
    HOOK_SCOPE;
    sync_step(OP_TRYLOCK, spin_word(lock), sizeof *lock, 0, CALLER);
    int result = *lock ? busy(EBUSY) : 0;
    tell_try(result, *lock);
    lock_tried(spin_word(lock), !result);
    if (!result) {
        *lock = self();
        lock_taken(spin_word(lock));
    }
    return result;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    if (!sync_ours(lock))
        return REAL(pthread_spin_unlock)(lock);
    HOOK_SCOPE;
    sync_step(OP_UNLOCK, spin_word(lock), sizeof *lock, 0, CALLER);
    *lock = 0;
    return 0;
}

// Read-write locks: how many readers, which writer. All zero is free, as the
// static initialiser has it.
typedef struct rwlock {
    uint32_t readers;
    int writer;
} rwlock;

bool rwlock_enabled(const void *lock, bool write)
{
    const rwlock *l = lock;
    return !l->writer && (!write || !l->readers);
}

static int rwlock_take(pthread_rwlock_t *lock, bool write, bool wait, int otherwise, const void *pc)
{
    op_kind kind = !wait ? OP_TRYLOCK : write ? OP_WRITELOCK : OP_READLOCK;
    HOOK_SCOPE;
    sync_step(kind, lock, sizeof *lock, 0, pc);
    rwlock *l = (rwlock *)lock;
    int result = rwlock_enabled(l, write) ? 0 : busy(otherwise);
    if (!wait) {
        tell_try(result, l->writer);
        lock_tried(lock, !result);
    }
    if (!result)
        lock_taken(lock);
    if (!result && write)
        l->writer = self();
    else if (!result)
        l->readers++;
    return result;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    if (!sync_ours(lock))
        return REAL(pthread_rwlock_init)(lock, attributes);
    HOOK_SCOPE;
    sync_step(OP_SYNC, lock, sizeof *lock, 0, CALLER);
    memset(lock, 0, sizeof *lock);
    TRACE_TELL("read-write lock init", "%s", "");
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    return sync_ours(lock) ? 0 : REAL(pthread_rwlock_destroy)(lock);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return sync_ours(lock) ? rwlock_take(lock, false, true, 0, CALLER)
                           : REAL(pthread_rwlock_rdlock)(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return sync_ours(lock) ? rwlock_take(lock, true, true, 0, CALLER)
                           : REAL(pthread_rwlock_wrlock)(lock);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return sync_ours(lock) ? rwlock_take(lock, false, false, EBUSY, CALLER)
                           : REAL(pthread_rwlock_tryrdlock)(lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return sync_ours(lock) ? rwlock_take(lock, true, false, EBUSY, CALLER)
                           : REAL(pthread_rwlock_trywrlock)(lock);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return sync_ours(lock) ? rwlock_take(lock, false, false, ETIMEDOUT, CALLER)
                           : REAL(pthread_rwlock_timedrdlock)(lock, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return sync_ours(lock) ? rwlock_take(lock, true, false, ETIMEDOUT, CALLER)
                           : REAL(pthread_rwlock_timedwrlock)(lock, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (!sync_ours(lock))
        return REAL(pthread_rwlock_unlock)(lock);
    HOOK_SCOPE;
    sync_step(OP_UNLOCK, lock, sizeof *lock, 0, CALLER);
    rwlock *l = (rwlock *)lock;
    if (l->writer == self())
        l->writer = 0;
    else if (l->readers)
        l->readers--;
    else
        execution_break(LP_VIOLATION_MISUSE, CALLER,
                        "unlock of a read-write lock that the thread does not hold");
    return 0;
}
