// SPDX-License-Identifier: MIT
// To be preloaded: call number FAIL_AT of the function FAIL_CALL fails, with FAIL_ON all after
// it too; then the file FAIL_MARK is made. Calls are counted over all processes that fork
// makes, but not in the programs that they start.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static const char *which = "";
static long at = -1;
static int on;
static atomic_long *count;

__attribute__((constructor)) static void start(void)
{
    static char name[64];
    const char *given = getenv("FAIL_AT"), *call = getenv("FAIL_CALL");
    on = getenv("FAIL_ON") != NULL;
    unsetenv("LD_PRELOAD");
    count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (call)
        which = strncpy(name, call, sizeof name - 1);
    at = given ? atol(given) : -1;
}

static int fails(const char *name, int code)
{
    if (at < 0 || strcmp(name, which) != 0)
        return 0;
    long n = ++*count;
    if (n != at && (!on || n < at))
        return 0;
    const char *mark = getenv("FAIL_MARK");
    if (mark)
        close(open(mark, O_CREAT | O_WRONLY, 0600));
    errno = code;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

pid_t fork(void)
{
    return fails("fork", EAGAIN) ? -1 : REAL(fork)();
}

int execvpe(const char *file, char *const argv[], char *const environment[])
{
    return fails("exec", ENOENT) ? -1 : REAL(execvpe)(file, argv, environment);
}

char *mkdtemp(char *name)
{
    return fails("mkdtemp", ENOSPC) ? NULL : REAL(mkdtemp)(name);
}

int mkostemp(char *name, int flags)
{
    return fails("mkostemp", ENOSPC) ? -1 : REAL(mkostemp)(name, flags);
}

int pipe2(int ends[2], int flags)
{
    return fails("pipe", EMFILE) ? -1 : REAL(pipe2)(ends, flags);
}

int fsync(int file)
{
    return fails("fsync", EIO) ? -1 : REAL(fsync)(file);
}

int rename(const char *from, const char *to)
{
    return fails("rename", EACCES) ? -1 : REAL(rename)(from, to);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    return fails("write", ENOSPC) ? -1 : REAL(write)(file, bytes, length);
}

// What a stream keeps to itself is lost, as when the disk is full.
size_t fwrite(const void *bytes, size_t size, size_t n, FILE *to)
{
    return fails("fwrite", ENOSPC) ? 0 : REAL(fwrite)(bytes, size, n, to);
}

int fflush(FILE *to)
{
    return fails("fflush", ENOSPC) ? EOF : REAL(fflush)(to);
}

int fclose(FILE *stream)
{
    int code = REAL(fclose)(stream);
    return fails("fclose", EIO) ? EOF : code;
}
