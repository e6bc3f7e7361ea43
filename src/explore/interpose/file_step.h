// SPDX-License-Identifier: MIT
// Calls on descriptors and streams as steps: what user_files.c and user_streams.c share.

#ifndef EXPLORE_FILE_STEP_H
#define EXPLORE_FILE_STEP_H

#include "explore/runtime/execution_observer.h"
#include "explore/runtime/hook_scope.h"

// A step that conflicts with all that is done with descriptors.
void file_step(const void *pc);
// Likewise, when the descriptor is ready or does not wait.
void file_step_when(int file, short events, const void *pc);
void file_forget(int file); // it is closed with something else
void streams_close(void);   // those that the execution has opened

// What is done for the user between two points.
#define FILE_STEP(waiting, result)                                                                 \
    do {                                                                                           \
        HOOK_SCOPE;                                                                                \
        waiting;                                                                                   \
        TRACE_SAY("call of %s", __func__);                                                         \
        return (result);                                                                           \
    } while (0)

#endif
