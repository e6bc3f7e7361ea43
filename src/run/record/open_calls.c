// SPDX-License-Identifier: MIT
// See open_calls.h.

#include "run/record/open_calls.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

void open_calls_init(open_calls *o, size_t sessions)
{
    *o = (open_calls){.sessions = memory_new(sessions, sizeof *o->sessions)};
}

void open_calls_fini(open_calls *o)
{
    free(o->sessions);
    free(o->next);
    *o = (open_calls){0};
}

uint32_t open_calls_begin(open_calls *o, size_t session)
{
    open_session *s = &o->sessions[session];
    uint32_t process = o->free;
    if (o->free_count) {
        o->free_count--;
        o->free = o->next[process];
    } else {
        process = o->processes++;
        MEMORY_GROW(o->next, o->capacity, o->processes);
    }
    o->next[process] = 0;
    if (s->open++)
        o->next[s->last] = process;
    else
        s->first = process;
    s->last = process;
    return process;
}

bool open_calls_any(const open_calls *o, size_t session)
{
    return o->sessions[session].open;
}

uint32_t open_calls_abandon(open_calls *o, size_t session)
{
    open_session *s = &o->sessions[session];
    REQUIRE(s->open);
    uint32_t process = s->first;
    s->open--;
    s->first = o->next[process];
    return process;
}

uint32_t open_calls_end(open_calls *o, size_t session)
{
    uint32_t process = open_calls_abandon(o, session);
    o->next[process] = o->free;
    o->free = process;
    o->free_count++;
    return process;
}
