// SPDX-License-Identifier: MIT
// See file_read.h.

#include "base/io/file_read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int fd, limits *l, text *into)
{
    char block[1 << 16];
    ssize_t n;
    do {
        if (!limits_wait(l, fd))
            return false;
        n = read(fd, block, sizeof block);
        if (n > 0)
            text_add_bytes(into, block, (size_t)n);
    } while (n > 0 || (n < 0 && errno == EINTR));
    return n == 0;
}

bool file_read(const char *path, limits *l, text *into, error *e)
{
    bool from_stdin = strcmp(path, "-") == 0;
    int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(e, "cannot read %s: %s", path, strerror(errno));
    struct stat st;
    bool folder = fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
    bool fine = !folder && read_all(fd, l, into);
    int why = errno;
    if (!from_stdin)
        close(fd);
    if (folder)
        return error_set(e, "%s is a folder, not a file", path);
    if (!fine && l && l->reached)
        return error_set(e, "%s while %s was read", limits_reason(l), path);
    if (!fine)
        return error_set(e, "cannot read %s: %s", path, strerror(why));
    text_add_bytes(into, "", 0);
    return true;
}
