// SPDX-License-Identifier: MIT
// To be preloaded: the allocation number FAIL_AT fails, and with FAIL_ON all after it. Only
// in this process, not in those it starts.

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static long at = -1;
static int on;
static atomic_long count;

__attribute__((constructor)) static void start(void)
{
    const char *given = getenv("FAIL_AT");
    on = getenv("FAIL_ON") != NULL;
    unsetenv("LD_PRELOAD");
    count = 0;
    at = given ? atol(given) : -1;
}

static int fails(void)
{
    long n = at < 0 ? -1 : ++count;
    if (n < 0 || (n != at && (!on || n < at)))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}
