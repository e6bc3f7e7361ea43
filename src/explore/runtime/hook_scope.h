// SPDX-License-Identifier: MIT
// Which side of a hook runs. rt.in_user is set exactly while user code runs, so that
// the runner's own calls of malloc or pthread_mutex_lock fall through to the C library.
// It is changed by scopes, which end however their block is left:
//
//     int sem_post(sem_t *s)
//     {
//         if (!sync_ours(s))               // asks rt.in_user
//             return REAL(sem_post)(s);
//         HOOK_SCOPE;                      // the runner from here to the end of the block
//         …
//         {
//             USER_SCOPE;                  // user code, called back by the hook
//             run();
//         }
//         …
//     }
//
// A scope keeps nothing on the stack, which is part of an execution's state. Where control
// passes without a block that ends (a switch of fibers, the hook that goes on after it, a signal,
// the end of an execution), side_user and side_runner say which side it has come to.

#ifndef EXPLORE_HOOK_SCOPE_H
#define EXPLORE_HOOK_SCOPE_H

#include "explore/runtime/runtime.h"

static inline void side_user(void)
{
    rt.in_user = true;
}

static inline void side_runner(void)
{
    rt.in_user = false;
}

static inline bool hook_begin(void)
{
    return rt.in_user = false;
}

static inline void hook_end(const bool *scope)
{
    (void)scope;
    rt.in_user = true;
}

static inline bool user_begin(void)
{
    return rt.in_user = true;
}

static inline void user_end(const bool *scope)
{
    (void)scope;
    rt.in_user = false;
}

// Of a hook that user code may have called, or the runner: which of them it was.
static inline bool hook_enter(void)
{
    bool user = rt.in_user;
    rt.in_user = false;
    return user;
}

static inline void hook_leave(const bool *user)
{
    rt.in_user = *user;
}

// In a hook that user code has called.
#define HOOK_SCOPE __attribute__((cleanup(hook_end), unused)) bool hook_scope_ = hook_begin()
// In the runner: what follows in the block is user code.
#define USER_SCOPE __attribute__((cleanup(user_end), unused)) bool user_scope_ = user_begin()
// `bool user`: whether user code has called the hook; at the end of the block that goes on.
#define HOOK_SCOPE_OF(user, entered)                                                               \
    __attribute__((cleanup(hook_leave), unused)) bool user = (entered)

#endif
