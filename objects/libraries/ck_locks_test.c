// SPDX-License-Identifier: MIT
// Concurrency Kit (Debian: libck-dev): locks.
//
//     linchpin explore ck_locks_test.c --object ck_pflock -- -include ck_builtins.h

#include <ck_pflock.h>
#include <ck_rwlock.h>
#include <ck_spinlock.h>
#include <ck_swlock.h>
#include <ck_tflock.h>

#include <linchpin/linchpin.h>

#include <stdlib.h>

// A method of a lock: calls one function.
#define METHOD(name, type, function)                                                               \
    static lp_value name(void *lock, const lp_value *args)                                         \
    {                                                                                              \
        (void)args;                                                                                \
        function((type *)lock);                                                                    \
        return LP_UNIT;                                                                            \
    }

#define TRY_METHOD(name, type, function)                                                           \
    static lp_value name(void *lock, const lp_value *args)                                         \
    {                                                                                              \
        (void)args;                                                                                \
        return lp_bool(function((type *)lock));                                                    \
    }

#define CREATE(name, type, init)                                                                   \
    static void *name(void)                                                                        \
    {                                                                                              \
        type *lock = aligned_alloc(64, 64);                                                        \
        init(lock);                                                                                \
        return lock;                                                                               \
    }

// ---- one holder ---------------------------------------------------------------------------

#define SPINLOCK(kind)                                                                             \
    CREATE(kind##_create, ck_spinlock_##kind##_t, ck_spinlock_##kind##_init)                       \
    METHOD(kind##_lock, ck_spinlock_##kind##_t, ck_spinlock_##kind##_lock)                         \
    METHOD(kind##_unlock, ck_spinlock_##kind##_t, ck_spinlock_##kind##_unlock)                     \
    TRY_METHOD(kind##_trylock, ck_spinlock_##kind##_t, ck_spinlock_##kind##_trylock)               \
    LP_OBJECT(                                                                                     \
        ck_spinlock_##kind, .create = kind##_create, .destroy = free, .spec = "mutex",             \
        .methods = {{"lock", kind##_lock, .role = LP_ACQUIRE},                                     \
                    {"unlock", kind##_unlock, .role = LP_RELEASE},                                 \
                    {"trylock", kind##_trylock}},                                                  \
        .scenarios = {"lock unlock lock unlock | lock unlock | lock unlock", "trylock | trylock"})

SPINLOCK(fas)
SPINLOCK(cas)
SPINLOCK(dec)
SPINLOCK(ticket)

// ---- many readers or one writer -------------------------------------------------------------

#define RWLOCK(kind, prefix)                                                                       \
    CREATE(kind##_create, prefix##_t, prefix##_init)                                               \
    METHOD(kind##_read_lock, prefix##_t, prefix##_read_lock)                                       \
    METHOD(kind##_read_unlock, prefix##_t, prefix##_read_unlock)                                   \
    METHOD(kind##_write_lock, prefix##_t, prefix##_write_lock)                                     \
    METHOD(kind##_write_unlock, prefix##_t, prefix##_write_unlock)                                 \
    LP_OBJECT(prefix, .create = kind##_create, .destroy = free, .spec = "rw-lock",                 \
              .methods = {{"read_lock", kind##_read_lock},                                         \
                          {"read_unlock", kind##_read_unlock},                                     \
                          {"write_lock", kind##_write_lock},                                       \
                          {"write_unlock", kind##_write_unlock}},                                  \
              .scenarios = {"read_lock read_unlock | write_lock write_unlock | "                   \
                            "read_lock read_unlock",                                               \
                            "write_lock write_unlock read_lock read_unlock | "                     \
                            "read_lock read_unlock"})

RWLOCK(rwlock, ck_rwlock)
RWLOCK(pflock, ck_pflock)        // phase-fair
RWLOCK(tflock, ck_tflock_ticket) // task-fair
RWLOCK(swlock, ck_swlock)        // for one writer
