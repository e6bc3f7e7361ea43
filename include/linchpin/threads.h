// SPDX-License-Identifier: MIT
// What a verdict says about threads: which of them wait and for what, which go round for ever,
// which two accesses race. Ownership: the verdict's.

#ifndef LINCHPIN_THREADS_H
#define LINCHPIN_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a thread that cannot go on waits for.
typedef enum lp_wait {
    LP_WAIT_STATEMENT,  // of a model, whose guard is false
    LP_WAIT_MUTEX,      //
    LP_WAIT_WOKEN,      // it was woken, and waits for the mutex of its condition variable
    LP_WAIT_SPIN_LOCK,  //
    LP_WAIT_READ_LOCK,  //
    LP_WAIT_WRITE_LOCK, //
    LP_WAIT_THREAD,     // to end
    LP_WAIT_THREADS,    // all of the scenario's
    LP_WAIT_WAKE,       // by a condition variable or a futex
    LP_WAIT_ONCE,       // for the end of what is run once
    LP_WAIT_SEMAPHORE,  //
    LP_WAIT_STREAM,     //
    LP_WAIT_DESCRIPTOR, //
    LP_WAIT_OTHER,      //
} lp_wait;

const char *lp_wait_name(lp_wait w); // as JSON has it: "spin-lock"

typedef struct lp_waiting {
    int64_t thread;
    lp_wait wait;
    char *what;    // the mutex, the number of the thread, the statement: "lock"
    char *where;   // "queue.c:31"; may be NULL
    uint32_t line; // of a model; else 0
} lp_waiting;

// One of the threads that go round.
typedef struct lp_turning {
    int64_t thread;
    uint32_t *lines; // of a model, those that it goes through, lap after lap
    uint32_t line_count;
} lp_turning;

// The last steps lead back to where they began, so they can be taken for ever.
typedef struct lp_cycle {
    uint32_t steps;      // so many; 0: not counted
    bool unfair;         // only if no other thread is run
    lp_turning *threads; // who takes them; none: not known
    uint32_t thread_count;
} lp_cycle;

typedef struct lp_access {
    int64_t thread;
    bool write, atomic;
    char *where; // "queue.c:31"; may be NULL
} lp_access;

// Two accesses that nothing orders.
typedef struct lp_race {
    char *what; // was accessed: "q.head"
    lp_access first, second;
} lp_race;

#ifdef __cplusplus
}
#endif
#endif
