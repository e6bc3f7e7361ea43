// SPDX-License-Identifier: MIT
// Where the threads of a round meet. The leader opens the gate, and the threads
// start; each waits a little by chance, so that no two rounds are alike. What one
// thread tells the others in a round is in one cache line, and nobody else writes
// to it: between distant processors each line costs a quarter of a microsecond.
//
// Followers spin at the gate while the leader prepares the next round, so they are
// there when it opens. If one had to sleep meanwhile, all wait for all.

#ifndef HARNESS_GATE_H
#define HARNESS_GATE_H

#include "base/random.h"
#include "harness/noise/noise.h"
#include "history/scenario.h"

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

// What a follower tells.
typedef struct gate_post {
    _Alignas(128) _Atomic uint32_t arrived; // the last round it came to, when all wait for all
    _Atomic uint32_t done;                  // the last round it is through with
} gate_post;

// What is done in a round.
typedef struct gate_work {
    const scenario *scenario;
    void *instance; // of the object
    uint64_t end;   // what the clock shows when all threads are through
    uint32_t slot;  // where it is recorded
    int32_t lag;    // ticks by which the followers are held back; below 0: the leader
} gate_work;

// What the leader tells. Those without _Atomic are read after `round`. The clock of the
// round is here too, so that who sees the gate open has it. There are two boards, for
// rounds in turn: who is early for the next must not disturb those who still count.
typedef struct gate_board {
    _Alignas(128) _Atomic uint64_t clock; // see recorder.h
    _Atomic uint32_t round;               // the last one let through; GATE_CLOSED: go home
    bool gather;                          // all wait for all
    gate_work work;
} gate_board;

typedef struct gate {
    gate_board *boards;                      // two
    bool crowded;                            // more threads than processors
    uint32_t first, end;                     // the posts of the followers
    _Alignas(128) _Atomic uint32_t sleepers; // who waits for a change of one of these words
    gate_post posts[SCENARIO_MAX_THREADS + 1];
} gate;

#define GATE_CLOSED UINT32_MAX

static inline gate_board *gate_board_of(const gate *g, uint32_t round)
{
    return &g->boards[round % 2];
}

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

static inline void gate_open(gate *g, uint32_t round, const gate_work *work)
{
    gate_board *b = gate_board_of(g, round);
    // With fewer processors than threads they cannot all be there at once.
    b->gather = !g->crowded && atomic_load_explicit(&g->sleepers, memory_order_relaxed);
    b->work = *work;
    atomic_store_explicit(&b->round, round, memory_order_release);
    gate_wake(g, &b->round);
}

// A follower waits for this round. NULL: there is none.
static inline gate_board *gate_pass(gate *g, uint32_t round)
{
    gate_board *b = gate_board_of(g, round);
    uint32_t seen;
    for (uint32_t looks = 0;
         (seen = atomic_load_explicit(&b->round, memory_order_acquire)) != round; looks++) {
        if (seen == GATE_CLOSED)
            return NULL;
        gate_wait(g, looks, &b->round, seen);
    }
    return b;
}

static inline void gate_await(gate *g, _Atomic uint32_t *word, uint32_t round)
{
    uint32_t seen;
    for (uint32_t looks = 0; (seen = atomic_load_explicit(word, memory_order_acquire)) != round;
         looks++)
        gate_wait(g, looks, word, seen);
}

// Waits for the others if need be, and until so many ticks have passed since `from`.
// `lane` may be no follower's.
static inline void gate_start(gate *g, uint32_t lane, uint32_t round, bool gather, uint64_t from,
                              uint64_t jitter)
{
    if (g->crowded)
        return;
    if (gather) {
        atomic_store_explicit(&g->posts[lane].arrived, round, memory_order_release);
        gate_wake(g, &g->posts[lane].arrived);
        for (uint32_t i = g->first; i < g->end; i++)
            gate_await(g, &g->posts[i].arrived, round);
        from = gate_ticks();
    }
    while (gate_ticks() - from < jitter)
        pause_briefly();
}

static inline void gate_leave(gate *g, uint32_t lane, uint32_t round)
{
    atomic_store_explicit(&g->posts[lane].done, round, memory_order_release);
    gate_wake(g, &g->posts[lane].done);
}

static inline void gate_join(gate *g, uint32_t round)
{
    for (uint32_t i = g->first; i < g->end; i++)
        gate_await(g, &g->posts[i].done, round);
}

static inline void gate_close(gate *g)
{
    for (uint32_t i = 0; i < 2; i++) {
        atomic_store(&g->boards[i].round, GATE_CLOSED);
        gate_wake(g, &g->boards[i].round);
    }
}

#endif
