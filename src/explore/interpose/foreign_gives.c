// SPDX-License-Identifier: MIT
// See foreign_gives.h. These run within the step that the call is, on the user's stack: the
// library's function as if the user had called it, and what is ours outside of user code.

#include "explore/interpose/foreign_gives.h"

#include "explore/interpose/foreign_jump.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CALLER __builtin_return_address(0)

static void *allocate(size_t size, const void *pc)
{
    HOOK_SCOPE;
    void *block = arena_allocate(size, 16, pc);
    if (!block)
        execution_end(END_UNKNOWN, pc, "a thread allocates more than explore's heap of 64 MB");
    if (config.reuse)
        footprint_add(&rt.free_list, 1, true);
    if (rt.tracing && !rt.loading)
        trace_allocated(block, size, false, pc);
    return block;
}

// A block with these bytes in the place of the library's.
static void *take_over(void *own, size_t size, const void *pc)
{
    if (!own)
        return NULL;
    void *block = memcpy(allocate(size, pc), own, size);
    free(own);
    return block;
}

static int give_text(char **out, char *own, int length, const void *pc)
{
    if (length >= 0)
        *out = take_over(own, (size_t)length + 1, pc);
    return length;
}

__attribute__((format(printf, 2, 0))) static int give_vasprintf(char **out, const char *format,
                                                                va_list arguments)
{
    char *own = NULL;
    int length = vasprintf(&own, format, arguments);
    return give_text(out, own, length, CALLER);
}

__attribute__((format(printf, 2, 3))) static int give_asprintf(char **out, const char *format, ...)
{
    char *own = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&own, format, arguments);
    va_end(arguments);
    return give_text(out, own, length, CALLER);
}

__attribute__((format(printf, 3, 0))) static int
give_vasprintf_checked(char **out, int flag, const char *format, va_list arguments)
{
    char *own = NULL;
    (void)flag;
    int length = vasprintf(&own, format, arguments);
    return give_text(out, own, length, CALLER);
}

__attribute__((format(printf, 3, 4))) static int give_asprintf_checked(char **out, int flag,
                                                                       const char *format, ...)
{
    char *own = NULL;
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int length = vasprintf(&own, format, arguments);
    va_end(arguments);
    return give_text(out, own, length, CALLER);
}

// As realloc does: what was there is given back.
static void replace(char **line, size_t *size, size_t needed, const void *pc)
{
    enum { LEAST = 120 }; // as glibc has it
    char *old = *line;
    size_t bytes = needed > LEAST ? needed : LEAST;
    *line = allocate(bytes, pc);
    *size = bytes;
    if (!old)
        return;
    if (!arenas_own(old)) {
        free(old);
        return;
    }
    HOOK_SCOPE;
    footprint_add(old, arena_block_room(old), true);
    const heap_fault *wrong = arena_free(old, pc);
    if (wrong)
        execution_break(wrong->kind, pc, "%s", wrong->text);
}

static ssize_t give_line(char **line, size_t *size, int end, FILE *stream, const void *pc)
{
    char *own = NULL;
    size_t room = 0;
    ssize_t length = getdelim(&own, &room, end, stream);
    size_t needed = length < 0 ? 1 : (size_t)length + 1;
    if (!*line || *size < needed)
        replace(line, size, needed, pc);
    if (length >= 0) {
        {
            HOOK_SCOPE;
            region_check(*line, needed, pc);
            footprint_add(*line, needed, true);
        }
        memcpy(*line, own, needed);
    }
    free(own);
    return length;
}

static ssize_t give_getdelim(char **line, size_t *size, int end, FILE *stream)
{
    return give_line(line, size, end, stream, CALLER);
}

static ssize_t give_getline(char **line, size_t *size, FILE *stream)
{
    return give_line(line, size, '\n', stream, CALLER);
}

static char *give_realpath(const char *path, char *resolved)
{
    if (resolved)
        return realpath(path, resolved);
    char *own = realpath(path, NULL);
    return take_over(own, own ? strlen(own) + 1 : 0, CALLER);
}

static char *give_getcwd(char *buffer, size_t size)
{
    char *own = getcwd(buffer, size);
    return buffer || !own ? own : take_over(own, size ? size : strlen(own) + 1, CALLER);
}

typedef struct replacement {
    const char *name;
    void *function;
} replacement;

void *foreign_instead(const char *name)
{
    static const replacement all[] = {
        {"asprintf", (void *)give_asprintf},
        {"vasprintf", (void *)give_vasprintf},
        {"__asprintf_chk", (void *)give_asprintf_checked},
        {"__vasprintf_chk", (void *)give_vasprintf_checked},
        {"getline", (void *)give_getline},
        {"getdelim", (void *)give_getdelim},
        {"__getdelim", (void *)give_getdelim},
        {"realpath", (void *)give_realpath},
        {"getcwd", (void *)give_getcwd},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i].name))
            return all[i].function;
    return foreign_jump(name);
}
