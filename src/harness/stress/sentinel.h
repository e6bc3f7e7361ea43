// SPDX-License-Identifier: MIT
// A thread of the worker that watches the others: when nothing has been recorded
// for a while it asks the kernel whether they are stuck. If so the run is over,
// about a millisecond after it got stuck.

#ifndef HARNESS_SENTINEL_H
#define HARNESS_SENTINEL_H

#include "harness/stress/recorder.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct sentinel {
    recorder_shared *shared;
    // Which tasks are through with the round and will wake nobody; how many. Asked
    // again afterwards: it must not have changed.
    uint32_t (*idle)(void *context, pid_t *out);
    void *context;
} sentinel;

// The most tasks that `idle` may name.
enum { SENTINEL_MAX_IDLE = RECORDER_MAX_LANES + 2 };

// `s` must live on. False: the thread could not be started; nobody watches then.
bool sentinel_start(sentinel *s);

#endif
