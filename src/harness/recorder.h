// SPDX-License-Identifier: MIT
// The record of many rounds of one scenario, in memory shared by the process
// that runs the user's code and the one that judges. What was recorded outlives
// a crash.
//
// Why no false alarm is possible. One counter is the clock. An operation takes
// a stamp before it calls the user's function and one after that has returned,
// each by a sequentially consistent fetch_add. A judge uses only this: when a's
// return stamp is smaller than b's call stamp, a came before b. Then a's
// fetch_add precedes b's in the counter's modification order, and since all
// that lies between are read-modify-writes, b's reads from the release sequence
// of a's: they synchronise. What a did is sequenced before its second stamp,
// what b does after its first, and neither compiler nor processor may move it
// across (release keeps earlier accesses before, acquire later ones after). So
// all of a happened before all of b; the recorded interval contains the real
// one. Stamps that overlap claim nothing.
//
// What it costs: stamps are full fences. A fault that shows only while the last
// store of an operation still waits in a store buffer is not seen.

#ifndef HARNESS_RECORDER_H
#define HARNESS_RECORDER_H

#include "base/error.h"
#include "base/text.h"
#include "history/scenario.h"

#include <linchpin/history.h>

#include <stdatomic.h>

// One operation. Stamps start at 1; 0: not yet.
typedef struct record {
    _Atomic uint64_t call, ret;
    lp_value result; // valid once `ret` is set
} record;

typedef enum phase {
    PHASE_START,
    PHASE_CREATE,
    PHASE_BEFORE,
    PHASE_THREADS,
    PHASE_AFTER,
    PHASE_INVARIANT,
    PHASE_DESTROY,
} phase;

typedef struct recorder_shared {
    _Alignas(64) _Atomic uint64_t clock;
    _Alignas(64) _Atomic uint32_t rounds; // complete ones
    _Atomic uint32_t phase;               // of the round under way
    _Atomic uint32_t stop;                // the judge wants no further round
    _Atomic uint32_t finished;            // the worker ended as it should
    _Atomic uint32_t invariant_false;     // in the round under way
    _Atomic int32_t crash_lane;           // which thread got the signal; -1: none
    _Atomic int32_t failure;              // errno when a thread could not be started
} recorder_shared;

// A lane is a thread of the scenario; the last one is the main thread.
enum { RECORDER_MAX_LANES = SCENARIO_MAX_THREADS + 1 };

typedef struct recorder {
    recorder_shared *shared;
    record *records;
    size_t bytes;
    uint32_t lanes;
    uint32_t lane_start[RECORDER_MAX_LANES + 1]; // of its first record in a round
    uint32_t lane_calls[RECORDER_MAX_LANES];
    uint32_t capacity; // rounds
} recorder;

bool recorder_init(recorder *r, error *e);
void recorder_fini(recorder *r);
// Makes it ready for a run of this scenario; nothing may be running.
void recorder_prepare(recorder *r, const scenario *sc);

static inline record *recorder_at(const recorder *r, uint32_t round, uint32_t lane, uint32_t call)
{
    return &r->records[(size_t)round * r->lane_start[r->lanes] + r->lane_start[lane] + call];
}

// Before the user's function. Its stamp is stored at once: a crash shows the call.
static inline void record_call(recorder_shared *s, record *rec)
{
    uint64_t stamp = atomic_fetch_add(&s->clock, 1);
    atomic_store_explicit(&rec->call, stamp, memory_order_release);
}

// After it. The result goes in first, so that a set stamp vouches for it.
static inline void record_return(recorder_shared *s, record *rec, lp_value result)
{
    uint64_t stamp = atomic_fetch_add(&s->clock, 1);
    rec->result = result;
    atomic_store_explicit(&rec->ret, stamp, memory_order_release);
}

void recorder_clear_round(recorder *r, uint32_t round);

// The round's events in canonical order, with results: equal keys, equal
// histories. False when the record makes no sense: the test overwrote it.
bool recorder_key(const recorder *r, uint32_t round, text *key, error *e);
// After recorder_key said it is sound.
lp_history *recorder_history(const recorder *r, uint32_t round, const scenario *sc, lp_pool *pool);

#endif
