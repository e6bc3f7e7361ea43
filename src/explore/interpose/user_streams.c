// SPDX-License-Identifier: MIT
// Streams of the C library that the object opens and closes: see user_files.h. What is done on an
// open stream is a call like others of the C library: see foreign.h.

#include "explore/interpose/file_step.h"
#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/schedule.h"

#include <stdio.h>

enum { OPEN_MAX_KEPT = 256 };

static FILE *open_streams[OPEN_MAX_KEPT];
static uint32_t stream_count;
static bool memory_streams;

bool streams_touch_memory(void)
{
    return memory_streams;
}

static FILE *keep_stream(FILE *f)
{
    if (f && !rt.loading && stream_count < OPEN_MAX_KEPT)
        open_streams[stream_count++] = f;
    return f;
}

void streams_close(void)
{
    while (stream_count)
        REAL(fclose)(open_streams[--stream_count]);
}

FILE *fopen(const char *path, const char *mode)
{
    if (!files_by_user())
        return REAL(fopen)(path, mode);
    FILE_STEP(file_step(CALLER), keep_stream(REAL(fopen)(path, mode)));
}

FILE *fopen64(const char *path, const char *mode)
{
    if (!files_by_user())
        return REAL(fopen64)(path, mode);
    FILE_STEP(file_step(CALLER), keep_stream(REAL(fopen64)(path, mode)));
}

FILE *tmpfile(void)
{
    if (!files_by_user())
        return REAL(tmpfile)();
    FILE_STEP(file_step(CALLER), keep_stream(REAL(tmpfile)()));
}

FILE *tmpfile64(void)
{
    if (!files_by_user())
        return REAL(tmpfile64)();
    FILE_STEP(file_step(CALLER), keep_stream(REAL(tmpfile64)()));
}

FILE *fdopen(int file, const char *mode)
{
    if (!files_by_user())
        return REAL(fdopen)(file, mode);
    FILE_STEP(file_step(CALLER); file_forget(file), keep_stream(REAL(fdopen)(file, mode)));
}

FILE *open_memstream(char **memory, size_t *size)
{
    if (!files_by_user())
        return REAL(open_memstream)(memory, size);
    memory_streams = true;
    FILE_STEP(file_step(CALLER), keep_stream(REAL(open_memstream)(memory, size)));
}

int setvbuf(FILE *f, char *buffer, int mode, size_t size)
{
    if (!files_by_user())
        return REAL(setvbuf)(f, buffer, mode, size);
    memory_streams = memory_streams || buffer;
    FILE_STEP(file_step(CALLER), REAL(setvbuf)(f, buffer, mode, size));
}

FILE *fmemopen(void *memory, size_t size, const char *mode)
{
    if (!files_by_user())
        return REAL(fmemopen)(memory, size, mode);
    memory_streams = memory_streams || memory;
    FILE_STEP(file_step(CALLER), keep_stream(REAL(fmemopen)(memory, size, mode)));
}

int fclose(FILE *f)
{
    if (!files_by_user())
        return REAL(fclose)(f);
    if (f == stdin || f == stdout || f == stderr)
        unsupported("fclose of stdin, stdout or stderr", CALLER);
    HOOK_SCOPE;
    file_step(CALLER);
    for (uint32_t i = 0; i < stream_count; i++)
        if (open_streams[i] == f)
            open_streams[i] = open_streams[--stream_count];
    int result = REAL(fclose)(f);
    return result;
}
