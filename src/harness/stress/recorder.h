// SPDX-License-Identifier: MIT
// The record of many rounds, in memory shared by the process that runs the
// user's code and the one that judges. What was recorded outlives a crash.
//
// The clock counts returns. An operation reads it before it calls the user's
// function: that is its call stamp. After the function has returned it adds one:
// the sum is its return stamp. A judge uses only this: when a's return stamp is
// not larger than b's call stamp, a came before b.
//
// Why no false alarm is possible. Take such a and b. The first value of a round is
// stored before its gate opens; from then on the clock is changed by
// read-modify-writes only, so b's load read from a's or from a later one: from the
// release sequence that a's heads. It acquires, so the two synchronise. What a did is
// sequenced before its addition, what b does after its load, and neither compiler nor
// processor may move it across. So all of a happened before all of b: the recorded
// interval contains the real one. Stamps that overlap claim nothing, and a load that
// reads an old count only makes its operation look longer. It does not matter on
// which processors the threads run, nor whether they move.
//
// What it costs: a read-modify-write of a shared word per operation, and a read of
// it, some tens of nanoseconds when threads run on different cores. A return is a
// full fence, so a fault that shows only while the last store of an operation
// still waits in a store buffer is not seen. A time-stamp counter (rdtsc) would be
// cheaper on some machines. It would need the same fence before the return stamp
// (or stores still on their way make correct objects look wrong) and the trust
// that the counters of all cores agree to less than the time in which cores talk
// to each other. The count needs no trust in anything but the memory model.
//
// A slot holds one round. The worker keeps those whose history is new and writes
// over the others; see stress_worker.c. Stamps begin with the
// number of the round, so nothing has to be cleared: what is left of an earlier
// round has another number. When the numbers run out, after hours, all is cleared.

#ifndef HARNESS_RECORDER_H
#define HARNESS_RECORDER_H

#include "base/error.h"
#include "base/text.h"
#include "harness/stress/gate.h"
#include "history/scenario.h"

#include <linchpin/history.h>

#include <stdatomic.h>

// One operation. A stamp is the number of the round (from 1) and a count.
typedef struct record {
    _Atomic uint64_t call, ret;
    lp_value result; // valid once `ret` is set
} record;

enum { STAMP_COUNT_BITS = 16 };

typedef enum phase {
    PHASE_START,
    PHASE_CREATE,
    PHASE_BEFORE,
    PHASE_THREADS,
    PHASE_AFTER,
    PHASE_INVARIANT,
    PHASE_DESTROY,
} phase;

enum { RECORDER_MAX_SLOTS = 4096, RECORDER_MAX_ROUNDS = 1 << 24 };

typedef struct recorder_slot {
    _Atomic uint64_t round;    // its number in the stamps
    _Atomic uint32_t scenario; // which one
} recorder_slot;

typedef struct recorder_shared {
    gate_board boards[2];
    _Alignas(128) _Atomic uint64_t rounds; // complete ones
    _Atomic uint64_t overlapping;          // those in which operations overlapped
    _Atomic uint32_t kept;                 // histories to be judged, in slots `order`
    _Atomic uint32_t slot;                 // of the round under way
    _Atomic uint32_t unsettled;            // 1 + slot of a complete round not counted yet; or 0
    _Atomic uint32_t phase;                // of the round under way
    _Atomic uint32_t finished;             // the worker ended as it should
    _Atomic uint32_t invariant_false;      // in the round under way
    _Atomic uint32_t stuck;                // in it, all threads wait for one another
    _Atomic int32_t crash_lane;            // which thread got the signal; -1: none
    _Atomic int32_t failure;               // errno when a thread could not be started
    _Alignas(128) _Atomic uint32_t stop;   // the judge wants no further round
    recorder_slot slots[RECORDER_MAX_SLOTS];
    _Atomic uint32_t order[RECORDER_MAX_SLOTS];
} recorder_shared;

// A lane is a thread of the scenario; the last one is the main thread.
enum {
    RECORDER_MAX_LANES = SCENARIO_MAX_THREADS + 1,
    RECORDER_MAX_OPS = (SCENARIO_MAX_THREADS + 2) * SCENARIO_MAX_CALLS,
    RECORDER_MAX_KEY = RECORDER_MAX_OPS * 20 + 8,
};

typedef struct recorder {
    recorder_shared *shared;
    // A page of its own. A process that the test forked wanted to go on recording: it must
    // not, so it has no part in the rest; see recorder_guard.
    _Atomic uint32_t *strayed;
    record *records;
    size_t bytes;
    const scenario *scenarios; // all with as many threads
    const uint32_t *numbers;   // of each; equal scenarios have equal ones
    uint32_t scenario_count;
    _Atomic uint64_t *clock; // of the round that was begun
    uint64_t base;           // rounds of earlier runs: none may look like one of this
    uint32_t lanes;
    uint32_t lane_start[RECORDER_MAX_LANES + 1]; // of its first record in a slot
    uint32_t capacity;                           // slots
} recorder;

bool recorder_init(recorder *r, error *e);
void recorder_fini(recorder *r);
// The calling process records. Those that are forked from it cannot.
void recorder_guard(const recorder *r);
// Makes it ready for a run of these scenarios; nothing may be running.
void recorder_prepare(recorder *r, const scenario *scenarios, const uint32_t *numbers,
                      uint32_t count);
// A round, counted from 1 to RECORDER_MAX_ROUNDS, is about to be recorded there; no
// operation is open.
void recorder_begin(recorder *r, uint32_t slot, uint64_t round, uint32_t which);

// Changes whenever an operation returns or a round begins.
static inline uint64_t recorder_time(const recorder_shared *s)
{
    return atomic_load(&s->boards[0].clock) + atomic_load(&s->boards[1].clock); // both only grow
}

static inline record *recorder_at(const recorder *r, uint32_t slot, uint32_t lane, uint32_t call)
{
    return &r->records[(size_t)slot * r->lane_start[r->lanes] + r->lane_start[lane] + call];
}

// Before the user's function. Its stamp is stored at once: a crash shows the call.
static inline void record_call(const _Atomic uint64_t *clock, record *rec)
{
    uint64_t stamp = atomic_load_explicit(clock, memory_order_acquire);
    atomic_store_explicit(&rec->call, stamp, memory_order_release);
    // The compiler keeps the function after the load by itself: it is an acquire.
}

// After it. The result goes in first, so that a set stamp vouches for it.
static inline void record_return(_Atomic uint64_t *clock, record *rec, lp_value result)
{
    uint64_t stamp = atomic_fetch_add(clock, 1) + 1;
    rec->result = result;
    atomic_store_explicit(&rec->ret, stamp, memory_order_release);
}

const scenario *recorder_scenario(const recorder *r, uint32_t slot);
// Which round of the run a slot holds, counted from 1.
uint64_t recorder_round(const recorder *r, uint32_t slot);

// The round's events in canonical order, with results: equal keys, equal
// histories of equal scenarios, of whatever run. 0 when the record makes no sense: the test
// overwrote it. `overlapping` may be NULL.
size_t recorder_key(const recorder *r, uint32_t slot, unsigned char key[RECORDER_MAX_KEY],
                    bool *overlapping);
// After recorder_key said it is sound.
lp_history *recorder_history(const recorder *r, uint32_t slot, lp_pool *pool);

#endif
