// SPDX-License-Identifier: MIT
// Where the threads of a round meet. The leader opens the gate with an hour of
// start; whoever comes through waits for the hour, and a little longer by chance,
// so that no two rounds are alike. The hour is read off the processor's time-stamp
// counter. Nothing is concluded from it: a counter that is wrong only makes
// threads start less together.

#ifndef HARNESS_GATE_H
#define HARNESS_GATE_H

#include "base/random.h"
#include "harness/jolt.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t gate_ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

typedef struct gate {
    _Alignas(128) _Atomic uint64_t round; // the last one let through; GATE_CLOSED: go home
    uint64_t start;                       // its hour
    _Alignas(128) _Atomic uint32_t busy;  // followers still in the round
    bool crowded;                         // more threads than processors
} gate;

#define GATE_CLOSED UINT64_MAX

// One look more without success: spin first, then let others run, then sleep.
static inline void gate_wait(const gate *g, uint32_t looks)
{
    uint32_t spins = g->crowded ? 20 : 2000;
    if (looks < spins)
        pause_briefly();
    else if (looks < spins + 500)
        sched_yield();
    else
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

// The leader lets the others through; `lead` ticks are for the news to travel.
static inline void gate_open(gate *g, uint64_t round, uint32_t followers, uint64_t lead)
{
    atomic_store_explicit(&g->busy, followers, memory_order_relaxed);
    g->start = gate_ticks() + lead;
    atomic_store_explicit(&g->round, round, memory_order_release);
}

// A follower waits for the round after `last`, or GATE_CLOSED.
static inline uint64_t gate_pass(gate *g, uint64_t last)
{
    uint64_t round;
    for (uint32_t looks = 0;
         (round = atomic_load_explicit(&g->round, memory_order_acquire)) == last; looks++)
        gate_wait(g, looks);
    return round;
}

static inline void gate_start(const gate *g, uint64_t jitter)
{
    uint64_t hour = g->start + jitter;
    // A clock that jumped must not hold us up.
    for (uint32_t looks = 0; !g->crowded && looks < 1000 && gate_ticks() < hour; looks++)
        pause_briefly();
}

static inline void gate_leave(gate *g)
{
    atomic_fetch_sub_explicit(&g->busy, 1, memory_order_release);
}

static inline void gate_join(gate *g)
{
    for (uint32_t looks = 0; atomic_load_explicit(&g->busy, memory_order_acquire); looks++)
        gate_wait(g, looks);
}

#endif
