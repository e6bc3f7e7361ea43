// SPDX-License-Identifier: MIT
// See last_write.h.

#include "cli/runs/last_write.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void last_write_plan(last_write *w, const char *path, bool at_end)
{
    struct stat s;
    bool there = stat(path, &s) == 0;
    *w = (last_write){.fd = -1, .replace = !at_end && (!there || S_ISREG(s.st_mode))};
    w->at_end = at_end;
    w->target = there && w->replace ? realpath(path, NULL) : NULL;
    if (!w->target)
        w->target = memory_string(path);
    const char *slash = strrchr(w->target, '/');
    w->fresh =
        text_format("%.*s.linchpin-XXXXXX", slash ? (int)(slash - w->target + 1) : 0, w->target);
}

bool last_write_open(last_write *w)
{
    struct stat old;
    bool there = stat(w->target, &old) == 0;
    w->whole = true;
    if (w->replace)
        w->fd = mkostemp(w->fresh, O_CLOEXEC);
    if (w->fd >= 0) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(w->fd, there ? old.st_mode & 07777 : 0666 & ~mask);
        return true;
    }
    w->replace = false;
    int how = w->at_end ? O_APPEND : O_TRUNC;
    w->fd = open(w->target, O_WRONLY | O_CREAT | how | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    return w->fd >= 0;
}

void last_write_stderr(last_write *w)
{
    w->fd = STDERR_FILENO;
    w->replace = false;
    w->whole = true;
}

void last_write_put(last_write *w, const char *bytes, size_t length)
{
    while (length && w->whole) {
        ssize_t n = write(w->fd, bytes, length);
        w->whole = n >= 0 || errno == EINTR;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
}

void last_write_close(last_write *w)
{
    w->whole = fsync(w->fd) == 0 && w->whole;
    w->whole = close(w->fd) == 0 && w->whole;
    w->fd = -1;
    if (w->replace && (!w->whole || rename(w->fresh, w->target) != 0))
        unlink(w->fresh);
}

void last_write_fini(last_write *w)
{
    free(w->target);
    free(w->fresh);
}
