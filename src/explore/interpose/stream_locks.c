// SPDX-License-Identifier: MIT
// The locks of streams. The C library would make the one thread that runs wait for
// itself, so they are kept here, and who calls a function on a stream that another
// thread has locked waits at a point (OP_STREAM).

#include "explore/interpose/foreign.h"
#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"

#include <stdio.h>

enum { STREAMS_MAX = 64 };

static struct {
    const void *stream;
    uint32_t owner, count; // a fiber; how often it has locked it
} locks[STREAMS_MAX];
static uint32_t lock_count;

void streams_unlock(void)
{
    lock_count = 0;
}

static uint32_t find(const void *stream)
{
    uint32_t i = 0;
    while (i < lock_count && locks[i].stream != stream)
        i++;
    return i;
}

bool stream_free_for(const void *stream, const fiber *f)
{
    uint32_t i = find(stream);
    return i == lock_count || !locks[i].count || locks[i].owner == f->number;
}

static bool take(const void *stream, const void *pc)
{
    uint32_t i = find(stream);
    if (!stream_free_for(stream, rt.current))
        return false;
    if (i == STREAMS_MAX)
        execution_end(END_UNKNOWN, pc, "the object locks more streams than explore has room for");
    if (i == lock_count) {
        lock_count++;
        locks[i].stream = stream;
        locks[i].count = 0;
    }
    locks[i].count++;
    locks[i].owner = rt.current->number;
    step_now.flags |= STEP_ACQUIRE;
    return true;
}

void flockfile(FILE *f)
{
    if (!files_by_user()) {
        REAL(flockfile)(f);
        return;
    }
    HOOK_SCOPE;
    point(OP_STREAM, f, 0, FOREIGN_NONE, CALLER);
    take(f, CALLER);
}

int ftrylockfile(FILE *f)
{
    if (!files_by_user())
        return REAL(ftrylockfile)(f);
    HOOK_SCOPE;
    point(OP_TRYLOCK, f, 0, 0, CALLER);
    bool got = take(f, CALLER);
    return got ? 0 : -1;
}

void funlockfile(FILE *f)
{
    if (!files_by_user()) {
        REAL(funlockfile)(f);
        return;
    }
    HOOK_SCOPE;
    point(OP_UNLOCK, f, 0, 0, CALLER);
    uint32_t i = find(f);
    if (i < lock_count && locks[i].count && locks[i].owner == rt.current->number)
        locks[i].count--;
}
