// SPDX-License-Identifier: MIT
// Synchronisation objects. Their state is kept in the user's own memory, in the
// place of the C library's, so that static initialisers, copies, reset, free
// and the hash of the state need no care of their own. Only who waits is kept
// in the fibers.

#ifndef EXPLORE_SYNC_H
#define EXPLORE_SYNC_H

#include "explore/runtime/interposed.h"
#include "explore/runtime/region.h"
#include "explore/runtime/runtime.h"

#include <dlfcn.h>

// The C library's function of this name, for calls that are not the user's.
#define REAL(name)                                                                                 \
    ({                                                                                             \
        static __typeof__(&name) real_##name;                                                      \
        if (!real_##name)                                                                          \
            real_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                              \
        real_##name;                                                                               \
    })

// Does the user's code work on an object of its own? Locks inside the libraries
// of the system are left to them: they are held for no longer than one call.
static inline bool sync_ours(const volatile void *object)
{
    return rt.in_user && !region_of_system((const void *)(uintptr_t)object);
}

// One step on a synchronisation object: scheduled, then checked as an access.
void sync_step(op_kind kind, const void *object, size_t size, uint64_t extra, const void *pc);

bool mutex_free_for(const pthread_mutex_t *m, const fiber *f);
int mutex_take(pthread_mutex_t *m, const void *pc);
// Gives up a mutex however often it was taken; what mutex_restore puts back.
uint32_t mutex_drop(pthread_mutex_t *m, const void *pc);
void mutex_restore(pthread_mutex_t *m, uint32_t count);
// Sleeps on `object` until woken; with a mutex, until that is free too. False: it
// woke up because of the time or for no reason.
bool sync_sleep(const void *object, pthread_mutex_t *m, bool timed, bool fickle, const void *pc);
// Wakes up to `count` of those that sleep there; the search tries every choice.
uint32_t sync_wake(const void *object, uint32_t count, const void *pc);

bool rwlock_enabled(const void *lock, bool write);
bool once_enabled(const void *once, bool guard);

// The current fiber has got a lock; has tried to, and may have failed.
void lock_taken(const void *lock);
void lock_tried(const void *lock, bool got);

// Ends the current thread as returning from it would.
_Noreturn void thread_exit(void *result);

#endif
