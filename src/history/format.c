// SPDX-License-Identifier: MIT
// Finding the right reader, and reading files: see format.h.

#include "history/format.h"

#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const history_format *history_format_find(const char *name)
{
    for (size_t i = 0; history_formats[i]; i++)
        if (strcmp(history_formats[i]->name, name) == 0)
            return history_formats[i];
    return NULL;
}

const history_format *history_format_detect(const char *bytes, size_t length)
{
    const history_format *best = NULL;
    int sure = 0;
    for (size_t i = 0; history_formats[i]; i++) {
        int s = history_formats[i]->sniff(bytes, length);
        if (s > sure) {
            sure = s;
            best = history_formats[i];
        }
    }
    return best;
}

const history_format *history_format_named(const char *name, error *e)
{
    const history_format *f = history_format_find(name);
    if (f)
        return f;
    const char *names[64];
    size_t count = 0;
    for (; history_formats[count] && count < 64; count++)
        names[count] = history_formats[count]->name;
    const char *near = did_you_mean(name, names, count);
    if (near)
        error_set(e, "there is no format \"%s\"; did you mean \"%s\"?", name, near);
    else
        error_set(e, "there is no format \"%s\"; `linchpin specs` lists them", name);
    return NULL;
}

bool history_write(const history_format *f, const lp_history *h, limits *l, text *out, error *e)
{
    if (!f->write)
        return error_set(e, "the format \"%s\" can only be read", f->name);
    if (f->fits && !f->fits(h, e))
        return false;
    if (!f->write(h, l, out))
        return error_set(e, "%s: nothing was written", limits_reason(l));
    return true;
}

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
