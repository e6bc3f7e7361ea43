// SPDX-License-Identifier: MIT
// Where the threads of a round meet. The leader opens the gate; nobody starts
// before all have come through, so a thread that lost the processor is waited
// for. Then each waits a little longer by chance, so that no two rounds are alike.

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
    bool crowded;                         // more threads than processors
    _Alignas(128) _Atomic uint32_t away;  // followers that have not come through
    _Alignas(128) _Atomic uint32_t busy;  // followers still in the round
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

static inline void gate_open(gate *g, uint64_t round, uint32_t followers)
{
    atomic_store_explicit(&g->busy, followers, memory_order_relaxed);
    atomic_store_explicit(&g->away, followers, memory_order_relaxed);
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

// Waits for the others, and for so many ticks.
static inline void gate_start(const gate *g, uint64_t jitter)
{
    // With fewer processors than threads they cannot all be there at once.
    for (uint32_t looks = 0; !g->crowded && atomic_load_explicit(&g->away, memory_order_relaxed);
         looks++)
        gate_wait(g, looks);
    uint64_t from = gate_ticks();
    while (!g->crowded && gate_ticks() - from < jitter)
        pause_briefly();
}

static inline void gate_arrive(gate *g)
{
    atomic_fetch_sub_explicit(&g->away, 1, memory_order_relaxed);
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
