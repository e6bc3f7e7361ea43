// SPDX-License-Identifier: MIT
// What the workers of a search share: workers.c starts and watches them, worker_process.c is what
// each of them does.

#ifndef EXPLORE_WORKER_BOARD_H
#define EXPLORE_WORKER_BOARD_H

#include "explore/search/workers.h"

#include <stdatomic.h>

enum {
    PARTS_MAX = 1 << 16,
    WORKERS_MAX = 256,
    PROMOTED_MAX = 4096,
};

typedef struct part {
    atomic_bool taken;
    bool done;
    uint64_t executions, complete, steps, leaked;
} part;

// What all processes see.
typedef struct board {
    atomic_uint first_bad; // the first part with something to tell
    atomic_bool again;     // everybody starts over with what was learnt
    atomic_bool halt;
    bool irreducible, symmetry, opaque;
    bool stack_shared[FIBERS_MAX], tls_shared[FIBERS_MAX];
    char *stack_used[FIBERS_MAX];
    uint32_t promoted_count;
    uintptr_t promoted[PROMOTED_MAX];
    _Atomic uint64_t executions;
    atomic_uint alive[WORKERS_MAX]; // counted now and then by each worker's watchdog
    part parts[PARTS_MAX];
} board;

struct work {
    board *board; // NULL: the parts are only counted
    uint32_t next, part;
    bool ours;
    uint64_t steps_before, executions_before, complete_before;
    uint32_t *found_in; // of each history: the part
    uint32_t found_capacity;
};

// What a worker hands over, on a file in memory.
typedef struct answer {
    uint32_t part, verdict_size, histories, failed, stuck;
} answer;

// Forked: explores the parts that it gets hold of, and writes its answer to `file`.
_Noreturn void worker_explore(search *s, board *b, uint32_t number, uint32_t cut, int file);

#endif
