// SPDX-License-Identifier: MIT
// Processes of the history, where operations became longer than they were (clock_bounds.h): the next
// call of a session may then come before the return of the one before, and a process of a history
// calls only when it has returned. So each call is of a process that is free. The returns of a
// session are in the order of its calls.

#ifndef RUN_OPEN_CALLS_H
#define RUN_OPEN_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct open_session {
    uint32_t first, last; // processes; only if something is open
    uint32_t open;
} open_session;

typedef struct open_calls {
    open_session *sessions;
    uint32_t *next; // by process: of the same session, or free
    size_t capacity;
    uint32_t processes; // so far
    uint32_t free;
    uint32_t free_count;
} open_calls;

void open_calls_init(open_calls *o, size_t sessions);
void open_calls_fini(open_calls *o);
uint32_t open_calls_begin(open_calls *o, size_t session); // the process that calls
bool open_calls_any(const open_calls *o, size_t session);
uint32_t open_calls_end(open_calls *o, size_t session); // the one that has called first
// The same, and it is never free again: it has not returned.
uint32_t open_calls_abandon(open_calls *o, size_t session);

#endif
