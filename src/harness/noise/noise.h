// SPDX-License-Identifier: MIT
// Noise injection: threads are held up in the middle of an operation, while others go on.
//
// Left alone, an operation of a hundred instructions is hardly ever interrupted
// at the one place where it matters. Noise makes a thread wait there. The
// kernel could have taken the processor away at the same place for as long, so
// every history seen is a real one; noise cannot make a correct object look
// wrong. The user's sources are not changed for it. (ConTest: Edelstein, Farchi, Goldin, Nir,
// Ratsaby and Ur, "Framework for testing multi-threaded Java programs", 2003. Where we deviate:
// a held thread waits for the others to return, not for a time.)
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

typedef enum noise_kind { NOISE_NONE, NOISE_CALLS, NOISE_ACCESS, NOISE_TIMER } noise_kind;

typedef struct noise_options {
    noise_kind kind;
    double sleep; // seconds: it sleeps instead, for up to so long; 0: it does not
} noise_options;

// The longest sleep: a thread that sleeps must not seem to hang.
enum { NOISE_MOST_SLEEP = 1 };

// Each thread for itself. `crowded`: there are more threads than processors.
void noise_thread_start(const noise_options *o, uint64_t seed, bool crowded);
// The clock counts the returns of all threads: see recorder.h. When it is at `end` all are
// through, this one with so many calls of its own.
void noise_calls_start(const _Atomic uint64_t *clock, uint64_t end, uint32_t calls);
void noise_thread_end(void);

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
void noise_between(void);

// Around the user's function.
void noise_enter(uint32_t method);
void noise_leave(uint32_t method);

// The user's code is about to access memory, or a lock.
void noise_point(void);

// It has been woken, and comes late by chance: shall it? Then noise_now, without
// the lock.
bool noise_wakes(void);
void noise_now(void);

#endif
