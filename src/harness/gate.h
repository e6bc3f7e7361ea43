// SPDX-License-Identifier: MIT
// Where the threads of a round meet. The leader opens the gate; nobody starts
// before all have come through, so a thread that lost the processor is waited
// for. Then each waits a little longer by chance, so that no two rounds are alike.

#ifndef HARNESS_GATE_H
#define HARNESS_GATE_H

#include "base/random.h"
#include "harness/jolt.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
    _Alignas(128) _Atomic uint32_t round;    // the last one let through; GATE_CLOSED: go home
    bool crowded;                            // more threads than processors
    _Alignas(128) _Atomic uint32_t away;     // followers that have not come through
    _Alignas(128) _Atomic uint32_t busy;     // followers still in the round
    _Alignas(128) _Atomic uint32_t sleepers; // who waits for a change of `round` or `busy`
} gate;

#define GATE_CLOSED UINT32_MAX

// One look more at a word that is still what it was: spin first, then sleep. Who
// sleeps is woken soon, also beside busy programs; who yields waits for all of them.
static inline void gate_wait(gate *g, uint32_t looks, _Atomic uint32_t *word, uint32_t value)
{
    if (looks < (g->crowded ? 50u : 2000u)) {
        pause_briefly();
        return;
    }
    struct timespec most = {.tv_nsec = 50000000};
    atomic_fetch_add(&g->sleepers, 1);
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &most, NULL, 0);
    atomic_fetch_sub(&g->sleepers, 1);
}

// The word was changed. Who adds itself to the sleepers after this has looked finds
// the change, and does not sleep.
static inline void gate_wake(gate *g, _Atomic uint32_t *word)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&g->sleepers, memory_order_relaxed))
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static inline void gate_open(gate *g, uint32_t round, uint32_t followers)
{
    atomic_store_explicit(&g->busy, followers, memory_order_relaxed);
    atomic_store_explicit(&g->away, followers, memory_order_relaxed);
    atomic_store_explicit(&g->round, round, memory_order_release);
    gate_wake(g, &g->round);
}

// A follower waits for the round after `last`, or GATE_CLOSED.
static inline uint32_t gate_pass(gate *g, uint32_t last)
{
    uint32_t round;
    for (uint32_t looks = 0;
         (round = atomic_load_explicit(&g->round, memory_order_acquire)) == last; looks++)
        gate_wait(g, looks, &g->round, last);
    return round;
}

static inline void gate_arrive(gate *g)
{
    if (atomic_fetch_sub_explicit(&g->away, 1, memory_order_relaxed) == 1)
        gate_wake(g, &g->away);
}

// Waits for the others, and for so many ticks.
static inline void gate_start(gate *g, uint64_t jitter)
{
    // With fewer processors than threads they cannot all be there at once.
    uint32_t away;
    for (uint32_t looks = 0;
         !g->crowded && (away = atomic_load_explicit(&g->away, memory_order_relaxed)); looks++)
        gate_wait(g, looks, &g->away, away);
    uint64_t from = gate_ticks();
    while (!g->crowded && gate_ticks() - from < jitter)
        pause_briefly();
}

static inline void gate_leave(gate *g)
{
    if (atomic_fetch_sub_explicit(&g->busy, 1, memory_order_release) == 1)
        gate_wake(g, &g->busy);
}

static inline void gate_join(gate *g)
{
    uint32_t busy;
    for (uint32_t looks = 0; (busy = atomic_load_explicit(&g->busy, memory_order_acquire)); looks++)
        gate_wait(g, looks, &g->busy, busy);
}

static inline void gate_close(gate *g)
{
    atomic_store(&g->round, GATE_CLOSED);
    gate_wake(g, &g->round);
}

#endif
