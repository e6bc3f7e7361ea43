// SPDX-License-Identifier: MIT
// Jolts: threads are held up in the middle of an operation, while others go on.
//
// Left alone, an operation of a hundred instructions is hardly ever interrupted
// at the one place where it matters. A jolt makes a thread wait there. The
// kernel could have taken the processor away at the same place for as long, so
// every history seen is a real one; no jolt can make a correct object look
// wrong. The user's sources are not changed for it.
//
//   access  The test is compiled with -fsanitize=thread, but the functions the
//           compiler then calls at each access to memory are ours: they do the
//           access, and wait before one chosen at random. See access_main.c.
//   calls   Only right after calls and right before returns, and between operations.
//           Needs nothing of the compiler; makes operations overlap, but does not stop
//           them halfway.
//   timer   A timer sends the thread a signal every few tens of microseconds; it
//           waits where that finds it. For code that cannot be compiled so.
//           Finds far less; a system call may end early (SA_RESTART restarts most).
//
// A thread waits until others have recorded some returns, or all they will, or a
// bounded while: they may be waiting for it. Or it sleeps for a random while: slower,
// for windows that only a long delay opens.

#ifndef HARNESS_NOISE_H
#define HARNESS_NOISE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum jolt_kind { JOLT_NONE, JOLT_CALLS, JOLT_ACCESS, JOLT_TIMER } jolt_kind;

typedef struct jolt_options {
    jolt_kind kind;
    double sleep; // seconds: it sleeps instead, for up to so long; 0: it does not
} jolt_options;

// The longest sleep: a thread that sleeps must not seem to hang.
enum { JOLT_MOST_SLEEP = 1 };

// Each thread for itself. `crowded`: there are more threads than processors.
void jolt_thread_start(const jolt_options *o, uint64_t seed, bool crowded);
// The clock counts the returns of all threads: see recorder.h. When it is at `end` all are
// through, this one with so many calls of its own.
void jolt_calls_start(const _Atomic uint64_t *clock, uint64_t end, uint32_t calls);
void jolt_thread_end(void);

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

// Between two operations: without it, threads that rush through their calls
// never record the strictest histories, where an operation of each has returned
// before either calls its next.
void jolt_between(void);

// Around the user's function.
void jolt_enter(uint32_t method);
void jolt_leave(uint32_t method);

// The user's code is about to access memory, or a lock.
void jolt_point(void);

// It has been woken, and comes late by chance: shall it? Then jolt_now, without
// the lock.
bool jolt_wakes(void);
void jolt_now(void);

#endif
