// SPDX-License-Identifier: MIT
// See user_files.h. A call on a descriptor is a step that conflicts with every other such
// call. One that would wait waits as for a lock: until another thread has made the
// descriptor ready. If none does, the world outside might, and the verdict is unknown.

#include "explore/interpose/user_files.h"

#include "explore/interpose/descriptors.h"
#include "explore/interpose/file_step.h"
#include "explore/interpose/sync.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN_MAX_KEPT = 256 };

static int open_files[OPEN_MAX_KEPT];
static uint32_t open_count;

bool files_by_user(void)
{
    return rt.in_user && fiber_of_stack(__builtin_frame_address(0), NULL);
}

bool file_ready(int file, short events)
{
    struct pollfd one = {.fd = file, .events = events};
    return REAL(poll)(&one, 1, 0) != 0;
}

static int keep(int file)
{
    if (file >= 0 && !rt.loading && open_count < OPEN_MAX_KEPT)
        open_files[open_count++] = file;
    return file;
}

void file_forget(int file)
{
    for (uint32_t i = 0; i < open_count; i++)
        if (open_files[i] == file)
            open_files[i] = open_files[--open_count];
}

bool file_is_own(int file)
{
    for (uint32_t i = 0; i < open_count; i++)
        if (open_files[i] == file)
            return true;
    return false;
}

void files_reset(void)
{
    streams_close();
    while (open_count)
        REAL(close)(open_files[--open_count]);
    descriptors_reset();
    streams_unlock();
}

void file_step(const void *pc)
{
    point(OP_FILE, NULL, (size_t)-1, 0, pc);
}

void file_step_when(int file, short events, const void *pc)
{
    int flags = fcntl(file, F_GETFL);
    bool waits = flags >= 0 && !(flags & O_NONBLOCK);
    if (waits && (rt.loading || rt.current->s.quiet) && !file_ready(file, events))
        unsupported("a function that waits for a file", pc);
    point(OP_FILE, NULL, (size_t)(waits ? file : -1), (uint64_t)events, pc);
}

ssize_t read(int file, void *to, size_t size)
{
    if (!files_by_user())
        return REAL(read)(file, to, size);
    FILE_STEP(file_step_when(file, POLLIN, CALLER);
              footprint_add(to, size, true), REAL(read)(file, to, size));
}

ssize_t write(int file, const void *from, size_t size)
{
    if (!files_by_user())
        return REAL(write)(file, from, size);
    FILE_STEP(file_step_when(file, POLLOUT, CALLER);
              footprint_add(from, size, false), REAL(write)(file, from, size));
}

ssize_t readv(int file, const struct iovec *to, int count)
{
    if (!files_by_user())
        return REAL(readv)(file, to, count);
    FILE_STEP(file_step_when(file, POLLIN, CALLER), REAL(readv)(file, to, count));
}

ssize_t writev(int file, const struct iovec *from, int count)
{
    if (!files_by_user())
        return REAL(writev)(file, from, count);
    FILE_STEP(file_step_when(file, POLLOUT, CALLER), REAL(writev)(file, from, count));
}

ssize_t recv(int file, void *to, size_t size, int flags)
{
    if (!files_by_user())
        return REAL(recv)(file, to, size, flags);
    FILE_STEP(flags & MSG_DONTWAIT ? file_step(CALLER) : file_step_when(file, POLLIN, CALLER);
              footprint_add(to, size, true), REAL(recv)(file, to, size, flags));
}

ssize_t send(int file, const void *from, size_t size, int flags)
{
    if (!files_by_user())
        return REAL(send)(file, from, size, flags);
    FILE_STEP(flags & MSG_DONTWAIT ? file_step(CALLER) : file_step_when(file, POLLOUT, CALLER);
              footprint_add(from, size, false), REAL(send)(file, from, size, flags));
}

int eventfd_read(int file, eventfd_t *value)
{
    if (!files_by_user())
        return REAL(eventfd_read)(file, value);
    FILE_STEP(file_step_when(file, POLLIN, CALLER), REAL(eventfd_read)(file, value));
}

int eventfd_write(int file, eventfd_t value)
{
    if (!files_by_user())
        return REAL(eventfd_write)(file, value);
    FILE_STEP(file_step_when(file, POLLOUT, CALLER), REAL(eventfd_write)(file, value));
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
    if (!files_by_user())
        return REAL(poll)(files, count, timeout);
    const void *pc = CALLER;
    HOOK_SCOPE;
    if (!count && timeout >= 0) { // just sleeping
        point(OP_YIELD, NULL, 0, 0, pc);
        return 0;
    }
    file_step(pc);
    int ready = REAL(poll)(files, count, 0);
    if (!ready && timeout)
        unsupported("poll, and nothing is ready", pc);
    return ready;
}

static int pair(int made, const int files[2])
{
    if (made == 0) {
        keep(files[0]);
        keep(files[1]);
    }
    return made;
}

int pipe(int files[2])
{
    if (!files_by_user())
        return REAL(pipe)(files);
    FILE_STEP(file_step(CALLER), pair(REAL(pipe)(files), files));
}

int pipe2(int files[2], int flags)
{
    if (!files_by_user())
        return REAL(pipe2)(files, flags);
    FILE_STEP(file_step(CALLER), pair(REAL(pipe2)(files, flags), files));
}

int socketpair(int domain, int type, int protocol, int files[2])
{
    if (!files_by_user())
        return REAL(socketpair)(domain, type, protocol, files);
    FILE_STEP(file_step(CALLER), pair(REAL(socketpair)(domain, type, protocol, files), files));
}

int eventfd(unsigned value, int flags)
{
    if (!files_by_user())
        return REAL(eventfd)(value, flags);
    FILE_STEP(file_step(CALLER), keep(REAL(eventfd)(value, flags)));
}

int socket(int domain, int type, int protocol)
{
    if (!files_by_user())
        return REAL(socket)(domain, type, protocol);
    FILE_STEP(file_step(CALLER), keep(REAL(socket)(domain, type, protocol)));
}

int epoll_create1(int flags)
{
    if (!files_by_user())
        return REAL(epoll_create1)(flags);
    FILE_STEP(file_step(CALLER), keep(REAL(epoll_create1)(flags)));
}

int dup(int file)
{
    if (!files_by_user())
        return REAL(dup)(file);
    FILE_STEP(file_step(CALLER), keep(REAL(dup)(file)));
}

static int onto(int made, int to)
{
    if (made >= 0) {
        file_forget(to);
        descriptor_lost(to);
        keep(to);
    }
    return made;
}

int dup2(int file, int to)
{
    if (!files_by_user())
        return REAL(dup2)(file, to);
    if (descriptor_is_ours(to))
        unsupported("dup2 onto a descriptor that explore uses itself", CALLER);
    FILE_STEP(file_step(CALLER),
              file == to ? REAL(dup2)(file, to) : onto(REAL(dup2)(file, to), to));
}

static int open_as(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode,
                   const void *pc)
{
    FILE_STEP(file_step(pc), keep(real(path, flags, mode)));
}

// The third argument is there if the flags say so; else it is not looked at.
static mode_t mode_of(va_list list)
{
    return va_arg(list, mode_t);
}

// Opened by the runner, or by the object's constructors.
static int note(int file)
{
    if (!rt.loading)
        descriptor_opened(file);
    return file;
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(list);
    va_end(list);
    if (!files_by_user())
        return note(REAL(open)(path, flags, mode));
    return open_as(REAL(open), path, flags, mode, CALLER);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(list);
    va_end(list);
    if (!files_by_user())
        return note(REAL(open64)(path, flags, mode));
    return open_as(REAL(open64), path, flags, mode, CALLER);
}

static int close_one(int file)
{
    if (descriptor_is_ours(file)) {
        errno = EBADF;
        return -1;
    }
    file_forget(file);
    descriptor_lost(file);
    return REAL(close)(file);
}

int close(int file)
{
    if (!files_by_user()) {
        descriptor_closed(file);
        return REAL(close)(file);
    }
    HOOK_SCOPE;
    file_step(CALLER);
    TRACE_SAY("call of %s", __func__);
    int result = close_one(file), wrong = errno;
    if (result)
        footprint_only_read();
    errno = wrong;
    return result;
}

static int close_all(unsigned first, unsigned last)
{
    enum { HIGHEST = 4096 }; // the object has no more than OPEN_MAX_KEPT of its own
    for (unsigned i = first; i <= last && i <= HIGHEST; i++)
        close_one((int)i);
    return 0;
}

int close_range(unsigned first, unsigned last, int flags)
{
    if (!files_by_user())
        return REAL(close_range)(first, last, flags);
    if (flags)
        unsupported("close_range with flags", CALLER);
    FILE_STEP(file_step(CALLER), close_all(first, last));
}

void closefrom(int first)
{
    if (!files_by_user()) {
        REAL(closefrom)(first);
        return;
    }
    HOOK_SCOPE;
    file_step(CALLER);
    close_all(first > 0 ? (unsigned)first : 0, UINT_MAX);
}
