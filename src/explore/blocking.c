// SPDX-License-Identifier: MIT
// System calls that wait for something outside: all threads would wait with the one
// that makes them. What is there already is read; what would wait ends the
// exploration, by its name.

#include "explore/fiber.h"
#include "explore/schedule.h"
#include "explore/sync.h"

#include <poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// The user's code is on a fiber; the threads that lend their TLS are not, and wait.
static bool by_user(void)
{
    return rt.in_user && fiber_of_stack(__builtin_frame_address(0), NULL);
}

static bool would_wait(int file, short events)
{
    struct pollfd one = {.fd = file, .events = events};
    return REAL(poll)(&one, 1, 0) == 0;
}

ssize_t read(int file, void *to, size_t size)
{
    if (by_user() && would_wait(file, POLLIN))
        unsupported("read, and there is nothing to read", CALLER);
    return REAL(read)(file, to, size);
}

ssize_t write(int file, const void *from, size_t size)
{
    if (by_user() && would_wait(file, POLLOUT))
        unsupported("write, and there is no room", CALLER);
    return REAL(write)(file, from, size);
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
    if (!by_user())
        return REAL(poll)(files, count, timeout);
    if (!count && timeout >= 0) { // just sleeping
        point(OP_YIELD, NULL, 0, 0, CALLER);
        rt.in_user = true;
        return 0;
    }
    int ready = REAL(poll)(files, count, 0);
    if (!ready && timeout)
        unsupported("poll, and nothing is ready", CALLER);
    return ready;
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    if (by_user() && !(options & WNOHANG))
        unsupported("waitpid", CALLER);
    return REAL(waitpid)(pid, status, options);
}

// Whatever its arguments are: at most six, all integers or pointers.
#define WAITS(name)                                                                                \
    long explore_##name(long a, long b, long c, long d, long e, long f) __asm__(#name);            \
    long explore_##name(long a, long b, long c, long d, long e, long f)                            \
    {                                                                                              \
        static long (*real)(long, long, long, long, long, long);                                   \
        if (by_user())                                                                             \
            unsupported(#name, CALLER);                                                            \
        if (!real)                                                                                 \
            real = (long (*)(long, long, long, long, long, long))dlsym(RTLD_NEXT, #name);          \
        return real(a, b, c, d, e, f);                                                             \
    }

WAITS(accept)
WAITS(accept4)
WAITS(recv)
WAITS(recvfrom)
WAITS(recvmsg)
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
