// SPDX-License-Identifier: MIT
// Allocation that cannot fail: see memory.h.

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*on_exhausted)(size_t bytes);

void memory_on_exhausted(void (*handler)(size_t bytes))
{
    on_exhausted = handler;
}

_Noreturn void memory_exhausted(size_t bytes)
{
    if (on_exhausted)
        on_exhausted(bytes);
    fprintf(stderr, "linchpin: out of memory (%zu bytes wanted); set a limit with --memory\n",
            bytes);
    abort();
}

static size_t product(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        memory_exhausted(SIZE_MAX);
    return bytes ? bytes : 1;
}

void *memory_new(size_t count, size_t size)
{
    void *p = calloc(1, product(count, size));
    if (!p)
        memory_exhausted(product(count, size));
    return p;
}

void *memory_resize(void *old, size_t count, size_t size)
{
    void *p = realloc(old, product(count, size));
    if (!p)
        memory_exhausted(product(count, size));
    return p;
}

void *memory_copy(const void *from, size_t bytes)
{
    void *p = memory_new(bytes, 1);
    if (bytes)
        memcpy(p, from, bytes);
    return p;
}

char *memory_string_n(const char *string, size_t length)
{
    char *p = memory_new(length + 1, 1);
    if (length)
        memcpy(p, string, length);
    return p;
}

char *memory_string(const char *string)
{
    return string ? memory_string_n(string, strlen(string)) : NULL;
}
