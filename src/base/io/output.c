// SPDX-License-Identifier: MIT
// See output.h.

#include "base/io/output.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const output *o, int why, error *e)
{
    return error_at(e, o->path, 0, 0, "cannot be written: %s", strerror(why));
}

// /dev/stdout, when stdout is a file: others write there too, before and after us.
static int standard_stream(const struct stat *s)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat its;
        if (fstat(fd, &its) == 0 && its.st_dev == s->st_dev && its.st_ino == s->st_ino)
            return fd;
    }
    return -1;
}

static bool open_as_it_is(output *o, int fd, error *e)
{
    int why = errno;
    o->stream = fd < 0 ? NULL : fdopen(fd, "wb");
    return o->stream || cannot(o, why, e);
}

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// `old` NULL: there is none. Owner and group as they were, where we may.
static void take_over(int fd, const struct stat *old)
{
    if (old && fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0)
        errno = 0;
    fchmod(fd, old ? old->st_mode & 07777 : usual_mode());
}

static bool open_beside(output *o, const struct stat *old, error *e)
{
    const char *slash = strrchr(o->target, '/');
    int folder = slash ? (int)(slash - o->target + 1) : 0;
    o->fresh = text_format("%.*s.linchpin-XXXXXX", folder, o->target);
    int fd = mkostemp(o->fresh, O_CLOEXEC), why = errno;
    if (fd >= 0) {
        take_over(fd, old);
        o->stream = fdopen(fd, "wb");
        return o->stream || cannot(o, errno, e);
    }
    free(o->fresh);
    o->fresh = NULL;
    if (!old || access(o->target, W_OK) != 0)
        return cannot(o, why, e);
    o->stream = open_memstream(&o->bytes, &o->length);
    return o->stream || cannot(o, errno, e);
}

static bool open_file(output *o, error *e)
{
    struct stat s, link;
    bool there = stat(o->path, &s) == 0;
    if (o->only_new && (there || lstat(o->path, &link) == 0))
        return error_at(e, o->path, 0, 0, "is there already");
    if (!there && lstat(o->path, &link) == 0) // a link to nothing yet
        return open_as_it_is(o, open(o->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666), e);
    if (there && S_ISDIR(s.st_mode))
        return error_at(e, o->path, 0, 0, "is a folder");
    int standard = there ? standard_stream(&s) : -1;
    if (standard >= 0)
        return open_as_it_is(o, fcntl(standard, F_DUPFD_CLOEXEC, 3), e);
    if (there && !S_ISREG(s.st_mode))
        return open_as_it_is(o, open(o->path, O_WRONLY | O_CLOEXEC | O_NOCTTY), e);
    // A file that may not be written is not to be replaced either.
    if (there && access(o->path, W_OK) != 0)
        return cannot(o, errno, e);
    o->target = there ? realpath(o->path, NULL) : text_format("%s", o->path);
    return o->target ? open_beside(o, there ? &s : NULL, e) : cannot(o, errno, e);
}

static bool start(output *o, const char *path, bool only_new, error *e)
{
    *o = (output){.path = path, .only_new = only_new};
    if (open_file(o, e))
        return true;
    if (o->fresh)
        unlink(o->fresh);
    free(o->fresh);
    free(o->target);
    return false;
}

bool output_open(output *o, const char *path, error *e)
{
    return start(o, path, false, e);
}

bool output_open_new(output *o, const char *path, error *e)
{
    return start(o, path, true, e);
}

static bool put(int fd, const char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = pwrite(fd, bytes + done, length - done, (off_t)done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return ftruncate(fd, (off_t)length) == 0;
}

static bool get(int fd, text *t)
{
    char block[1 << 14];
    ssize_t n;
    while ((n = read(fd, block, sizeof block)) > 0)
        text_add_bytes(t, block, (size_t)n);
    return n == 0;
}

// Over what is there, which is put back if the disk is full.
static bool overwrite(const output *o)
{
    text old = {0};
    int fd = open(o->target, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && get(fd, &old) && put(fd, o->bytes, o->length) && fsync(fd) == 0;
    int why = errno;
    if (fd >= 0 && !ok)
        put(fd, old.bytes, old.length);
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    text_fini(&old);
    errno = why;
    return ok;
}

// The new file takes its place. Not all file systems can do so only if there is none: all
// can tell with a second name.
static bool place(const output *o)
{
    if (!o->only_new)
        return rename(o->fresh, o->target) == 0;
    if (renameat2(AT_FDCWD, o->fresh, AT_FDCWD, o->target, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    bool ok = link(o->fresh, o->target) == 0;
    unlink(o->fresh);
    return ok;
}

void output_put(output *o, const char *bytes, size_t length)
{
    if (!o->why && length && fwrite(bytes, 1, length, o->stream) != length)
        o->why = errno ? errno : EIO;
}

// fclose finds what a network file system kept to itself until now.
static void finish(output *o)
{
    bool ok = !o->why && fflush(o->stream) == 0 && (!o->fresh || fsync(fileno(o->stream)) == 0);
    if (!ok && !o->why)
        o->why = errno;
    if (fclose(o->stream) != 0 && !o->why)
        o->why = errno;
}

bool output_close(output *o, bool keep, error *e)
{
    finish(o);
    if (!o->why && keep && o->target && !(o->fresh ? place(o) : overwrite(o)))
        o->why = errno;
    bool ok = !o->why;
    if (o->fresh && (!ok || !keep))
        unlink(o->fresh);
    free(o->fresh);
    free(o->target);
    free(o->bytes);
    if (o->why == EEXIST && o->only_new)
        return error_at(e, o->path, 0, 0, "is there already");
    return ok || cannot(o, o->why, e);
}

bool output_check(const char *path, error *e)
{
    struct stat s, link;
    bool there = stat(path, &s) == 0;
    if (!there && lstat(path, &link) == 0) // a link to nothing yet: only writing will tell
        return true;
    if (there && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
        return access(path, W_OK) == 0 ||
               error_at(e, path, 0, 0, "cannot be written: %s", strerror(errno));
    output o;
    return output_open(&o, path, e) && output_close(&o, false, e);
}

bool output_write(const char *path, const char *bytes, size_t length, error *e)
{
    output o;
    if (!output_open(&o, path, e))
        return false;
    output_put(&o, bytes, length);
    return output_close(&o, true, e);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool output_write_sorted(const char *path, char **lines, size_t count, error *e)
{
    output o;
    qsort(lines, count, sizeof *lines, by_bytes);
    if (!output_open(&o, path, e))
        return false;
    for (size_t i = 0; i < count; i++) {
        output_put(&o, lines[i], strlen(lines[i]));
        output_put(&o, "\n", 1);
    }
    return output_close(&o, true, e);
}
