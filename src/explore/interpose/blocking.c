// SPDX-License-Identifier: MIT
// System calls that wait for something outside: all threads would wait with the one
// that makes them. They end the exploration, by their name.

#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/schedule.h"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t waitpid(pid_t pid, int *status, int options)
{
    if (files_by_user() && !(options & WNOHANG))
        unsupported("waitpid", CALLER);
    return REAL(waitpid)(pid, status, options);
}

// Whatever its arguments are: at most six, all integers or pointers.
#define WAITS(name)                                                                                \
    long explore_##name(long a, long b, long c, long d, long e, long f) __asm__(#name);            \
    long explore_##name(long a, long b, long c, long d, long e, long f)                            \
    {                                                                                              \
        static long (*real)(long, long, long, long, long, long);                                   \
        if (files_by_user())                                                                       \
            unsupported(#name, CALLER);                                                            \
        if (!real)                                                                                 \
            real = (long (*)(long, long, long, long, long, long))dlsym(RTLD_NEXT, #name);          \
        return real(a, b, c, d, e, f);                                                             \
    }

WAITS(accept)
WAITS(accept4)
WAITS(select)
WAITS(pselect)
WAITS(ppoll)
WAITS(epoll_wait)
WAITS(epoll_pwait)
WAITS(pause)
WAITS(sigwait)
WAITS(sigwaitinfo)
WAITS(sigtimedwait)
WAITS(sigsuspend)
WAITS(wait)
WAITS(flock)
WAITS(lockf)
WAITS(msgrcv)
WAITS(msgsnd)
WAITS(semop)
