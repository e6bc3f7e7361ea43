// SPDX-License-Identifier: MIT
// Functions of the C library that work on memory without a step for each access.
// The user's objects are linked with -Wl,--wrap for these names. On a thread's own
// stack they do no harm; on memory that others can see, while there are others,
// "holds" is too much to say, and the verdict names the function.

#include "explore/arena.h"
#include "explore/region.h"
#include "explore/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool seen_by_others(const void *address)
{
    uint32_t module;
    uint64_t offset;
    return arenas_own(address) || region_data_offset(address, &module, &offset);
}

static void note(const char *name, const long *arguments, uint32_t pointers)
{
    bool alone = rt.solo || rt.live <= 2; // main waits
    if (!rt.in_user || alone || rt.loading || rt.uncontrolled[0])
        return;
    for (uint32_t i = 0; i < pointers; i++)
        if (seen_by_others((const void *)arguments[i]))
            snprintf(rt.uncontrolled, sizeof rt.uncontrolled,
                     "the object calls %s on memory that other threads can see, and explore does "
                     "not see what it does",
                     name);
}

// Whatever its arguments are: at most six, integers and pointers, of which the first
// few are pointers.
typedef long any_function(long, long, long, long, long, long);
#define UNTOLD(name, pointers)                                                                     \
    any_function __wrap_##name;                                                                    \
    long __wrap_##name(long a, long b, long c, long d, long e, long f)                             \
    {                                                                                              \
        note(#name, (const long[]){a, b, c}, pointers);                                            \
        any_function *volatile real = (any_function *)(uintptr_t)name;                             \
        return real(a, b, c, d, e, f);                                                             \
    }

UNTOLD(qsort, 1)
UNTOLD(bsearch, 2)
UNTOLD(strcat, 2)
UNTOLD(strncat, 2)
UNTOLD(stpcpy, 2)
UNTOLD(strchr, 1)
UNTOLD(strrchr, 1)
UNTOLD(strstr, 2)
UNTOLD(strpbrk, 2)
UNTOLD(strspn, 2)
UNTOLD(strcspn, 2)
UNTOLD(strnlen, 1)
UNTOLD(strcasecmp, 2)
UNTOLD(strncasecmp, 2)
UNTOLD(memchr, 1)
UNTOLD(vsprintf, 1)
UNTOLD(vsnprintf, 1)

int __wrap_sprintf(char *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int __wrap_sprintf(char *to, const char *format, ...)
{
    note("sprintf", (const long[]){(long)to}, 1);
    va_list list;
    va_start(list, format);
    int n = vsprintf(to, format, list);
    va_end(list);
    return n;
}

int __wrap_snprintf(char *to, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int __wrap_snprintf(char *to, size_t size, const char *format, ...)
{
    note("snprintf", (const long[]){(long)to}, 1);
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}
