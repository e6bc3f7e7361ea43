// SPDX-License-Identifier: MIT
// From stamps to histories: see recorder.h for why the stamps can be trusted.
// That they were not overwritten by a stray write of the test is checked here.

#include "harness/stress/recorder.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE_BYTES = 65536, // a multiple of every machine's
    HEADER_BYTES = (sizeof(recorder_shared) + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES,
    RECORD_BYTES = 16 << 20,
    LANE_ALIGN = 128 / sizeof(record), // lanes of a round share no cache line
    NOT_YET = UINT16_MAX,
};
_Static_assert((int)RECORDER_MAX_OPS < (int)NOT_YET, "a count of returns fits into sixteen bits");

bool recorder_init(recorder *r, error *e)
{
    *r = (recorder){.bytes = HEADER_BYTES + RECORD_BYTES};
    size_t all = PAGE_BYTES + r->bytes;
    char *at = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return error_set(e, "no shared memory for the record: %s", strerror(errno));
    r->strayed = (void *)at;
    r->shared = (void *)(at + PAGE_BYTES);
    r->records = (void *)(at + PAGE_BYTES + HEADER_BYTES);
    return true;
}

void recorder_guard(const recorder *r)
{
    madvise(r->shared, r->bytes, MADV_DONTFORK);
}

void recorder_fini(recorder *r)
{
    if (r->strayed)
        munmap(r->strayed, PAGE_BYTES + r->bytes);
    *r = (recorder){0};
}

static uint32_t lane_calls(const scenario *sc, uint32_t lane)
{
    return lane < sc->thread_count ? sc->threads[lane].count : sc->before.count + sc->after.count;
}

// Rounds of this run must not be taken for those of an earlier one.
static void number_rounds(recorder *r)
{
    const uint64_t most = (1ull << (64 - STAMP_COUNT_BITS)) - 1;
    r->base += RECORDER_MAX_ROUNDS;
    if (r->base <= most - RECORDER_MAX_ROUNDS)
        return;
    memset(r->records, 0, RECORD_BYTES);
    r->base = RECORDER_MAX_ROUNDS;
}

void recorder_prepare(recorder *r, const scenario *scenarios, const uint32_t *numbers,
                      uint32_t count)
{
    // The slots' own words are set when they are used.
    memset(r->shared, 0, offsetof(recorder_shared, slots));
    atomic_store(&r->shared->slots[0].round, 0);
    atomic_store(&r->shared->crash_lane, -1);
    atomic_store(r->strayed, 0);
    number_rounds(r);
    r->scenarios = scenarios;
    r->numbers = numbers;
    r->scenario_count = count;
    r->lanes = scenarios[0].thread_count + 1;
    uint32_t next = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++) {
        uint32_t most = 0;
        for (uint32_t i = 0; i < count; i++) {
            REQUIRE(scenarios[i].thread_count + 1 == r->lanes);
            uint32_t calls = lane_calls(&scenarios[i], lane);
            most = calls > most ? calls : most;
        }
        r->lane_start[lane] = next;
        next += (most + LANE_ALIGN - 1) / LANE_ALIGN * LANE_ALIGN;
    }
    r->lane_start[r->lanes] = next;
    size_t fit = next ? RECORD_BYTES / sizeof(record) / next : RECORDER_MAX_SLOTS;
    r->capacity = fit < RECORDER_MAX_SLOTS ? (uint32_t)fit : RECORDER_MAX_SLOTS;
}

void recorder_begin(recorder *r, uint32_t slot, uint64_t round, uint32_t which)
{
    recorder_slot *s = &r->shared->slots[slot];
    r->clock = &r->shared->boards[round % 2].clock;
    round += r->base;
    atomic_store_explicit(&r->shared->slot, slot, memory_order_relaxed);
    atomic_store_explicit(&s->scenario, which, memory_order_relaxed);
    atomic_store_explicit(&s->round, round, memory_order_relaxed);
    // Also orders what the leading thread did before: see the gate in stress_worker.c.
    atomic_store_explicit(r->clock, round << STAMP_COUNT_BITS, memory_order_release);
}

static inline uint32_t scenario_at(const recorder *r, uint32_t slot)
{
    uint32_t which = atomic_load_explicit(&r->shared->slots[slot].scenario, memory_order_relaxed);
    return which < r->scenario_count ? which : 0; // a stray write, perhaps
}

const scenario *recorder_scenario(const recorder *r, uint32_t slot)
{
    return &r->scenarios[scenario_at(r, slot)];
}

uint64_t recorder_round(const recorder *r, uint32_t slot)
{
    return atomic_load_explicit(&r->shared->slots[slot].round, memory_order_relaxed) - r->base;
}

// The count in a stamp of this round.
static inline uint32_t count_of(const _Atomic uint64_t *stamp, uint64_t round)
{
    uint64_t s = atomic_load_explicit(stamp, memory_order_acquire);
    return s >> STAMP_COUNT_BITS == round ? (uint32_t)(s & ((1u << STAMP_COUNT_BITS) - 1))
                                          : NOT_YET;
}

// When each operation was called and returned, lane by lane.
typedef struct stamps {
    uint32_t count;
    uint16_t call[RECORDER_MAX_OPS], ret[RECORDER_MAX_OPS]; // NOT_YET: not
} stamps;

// One lane; false: not a possible record.
static inline bool collect_lane(const recorder *r, uint32_t slot, uint64_t round, uint32_t lane,
                                uint32_t calls, uint32_t most, stamps *out)
{
    uint32_t previous = 0; // NOT_YET: nothing may follow
    for (uint32_t i = 0; i < calls; i++) {
        const record *rec = recorder_at(r, slot, lane, i);
        uint32_t call = count_of(&rec->call, round), ret = count_of(&rec->ret, round);
        if (call == NOT_YET) {
            if (ret != NOT_YET)
                return false;
        } else if (previous == NOT_YET || call < previous || call > most) {
            return false;
        } else if (ret != NOT_YET &&
                   (ret <= call || ret > most || rec->result.kind > LP_KIND_PAIR)) {
            return false;
        }
        previous = ret;
        out->call[out->count] = (uint16_t)call;
        out->ret[out->count++] = (uint16_t)ret;
    }
    return true;
}

// Every return has a count of its own.
static bool returns_differ(const stamps *s)
{
    uint64_t seen[RECORDER_MAX_OPS / 64 + 1];
    memset(seen, 0, (s->count / 64 + 1) * sizeof *seen);
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->ret[i] == NOT_YET)
            continue;
        uint64_t bit = 1ull << (s->ret[i] % 64);
        if (seen[s->ret[i] / 64] & bit)
            return false;
        seen[s->ret[i] / 64] |= bit;
    }
    return true;
}

static bool collect(const recorder *r, uint32_t slot, stamps *out)
{
    const scenario *sc = recorder_scenario(r, slot);
    uint64_t round = atomic_load_explicit(&r->shared->slots[slot].round, memory_order_relaxed);
    uint32_t most = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++)
        most += lane_calls(sc, lane);
    out->count = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++)
        if (!collect_lane(r, slot, round, lane, lane_calls(sc, lane), most, out))
            return false;
    return returns_differ(out);
}

// Histories are equal when they differ only in the order of calls, or of returns,
// that have nothing else between them. Calls with the same count stand together;
// so number the counts that some call has, from 1. A call becomes the number of
// its group, a return that of the last group before it.
size_t recorder_key(const recorder *r, uint32_t slot, unsigned char key[RECORDER_MAX_KEY],
                    bool *overlapping)
{
    stamps s;
    if (!collect(r, slot, &s))
        return 0;
    uint16_t group[RECORDER_MAX_OPS + 1];
    memset(group, 0, (s.count + 1) * sizeof *group);
    uint32_t called = 0;
    for (uint32_t i = 0; i < s.count; i++)
        if (s.call[i] != NOT_YET) {
            called++;
            group[s.call[i]] = 1;
        }
    for (uint32_t i = 1; i <= s.count; i++)
        group[i] = (uint16_t)(group[i] + group[i - 1]);
    // One after the other, each call finds one more return before it than the last.
    if (overlapping)
        *overlapping = group[s.count] < called;

    unsigned char *at = key;
    uint32_t op = 0;
    const scenario *sc = recorder_scenario(r, slot);
    for (uint32_t lane = 0; lane < r->lanes; lane++)
        for (uint32_t i = 0; i < lane_calls(sc, lane); i++, op++, at += 20) {
            uint16_t when[2] = {NOT_YET, NOT_YET};
            lp_value result = {0};
            assert(op < s.count);
            if (s.call[op] != NOT_YET)
                when[0] = group[s.call[op]];
            if (s.ret[op] != NOT_YET) {
                when[1] = group[s.ret[op] - 1];
                result = recorder_at(r, slot, lane, i)->result;
            }
            memcpy(at, when, sizeof when);
            memcpy(at + sizeof when, &result, sizeof result);
        }
    uint32_t end[2] = {op, r->numbers[scenario_at(r, slot)]};
    memcpy(at, end, sizeof end);
    return (size_t)(at - key) + sizeof end;
}

typedef struct event {
    uint32_t when; // twice the count; a call comes after the return of its count
    uint16_t lane, call, op;
} event;

static int by_time(const void *a, const void *b)
{
    const event *x = a, *y = b;
    return x->when != y->when ? (x->when < y->when ? -1 : 1) : (int)x->lane - (int)y->lane;
}

static const scenario_call *call_of(const scenario *sc, const event *ev)
{
    if (ev->lane < sc->thread_count)
        return &sc->threads[ev->lane].calls[ev->call];
    return ev->call < sc->before.count ? &sc->before.calls[ev->call]
                                       : &sc->after.calls[ev->call - sc->before.count];
}

static uint32_t sort_events(const recorder *r, const scenario *sc, const stamps *s, event *out)
{
    uint32_t count = 0, op = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++)
        for (uint32_t i = 0; i < lane_calls(sc, lane) && op < s->count; i++, op++) {
            event at = {0, (uint16_t)lane, (uint16_t)i, (uint16_t)op};
            if (s->call[op] != NOT_YET) {
                at.when = 2u * s->call[op] + 1;
                out[count++] = at;
            }
            if (s->ret[op] != NOT_YET) {
                at.when = 2u * s->ret[op];
                out[count++] = at;
            }
        }
    qsort(out, count, sizeof *out, by_time);
    return count;
}

// A pair becomes a vector. A vector that the test made itself is none here: it stays
// something that is not valid.
static lp_value shown(lp_pool *pool, lp_value result)
{
    return result.kind == LP_KIND_VECTOR ? lp_pair(0, 0) : lp_unpair(pool, result);
}

lp_history *recorder_history(const recorder *r, uint32_t slot, lp_pool *pool)
{
    stamps s;
    lp_history *h = lp_history_new(pool);
    if (!collect(r, slot, &s))
        return h;
    const scenario *sc = recorder_scenario(r, slot);
    event *events = memory_new((size_t)2 * RECORDER_MAX_OPS, sizeof *events);
    uint32_t count = sort_events(r, sc, &s, events);
    uint32_t open[RECORDER_MAX_LANES];
    for (uint32_t i = 0; i < count; i++) {
        const event *ev = &events[i];
        const scenario_call *call = call_of(sc, ev);
        if (ev->when % 2 == 0)
            lp_history_return(h, open[ev->lane],
                              shown(pool, recorder_at(r, slot, ev->lane, ev->call)->result));
        else
            open[ev->lane] =
                lp_history_call(h, ev->lane, call->method, scenario_call_arg(pool, call));
    }
    free(events);
    return h;
}
