// SPDX-License-Identifier: MIT
// From stamps to histories: see recorder.h for why the stamps can be trusted.
// That they were not overwritten by a stray write of the test is checked here.

#include "harness/recorder.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    HEADER_BYTES = 4096,
    RECORD_BYTES = 16 << 20,
    MAX_ROUNDS = 2000,
    MAX_EVENTS = 2 * (SCENARIO_MAX_THREADS + 2) * SCENARIO_MAX_CALLS,
    LANE_ALIGN = 128 / sizeof(record), // lanes of a round share no cache line
};
_Static_assert(sizeof(recorder_shared) <= HEADER_BYTES, "the header fits");

bool recorder_init(recorder *r, error *e)
{
    *r = (recorder){.bytes = HEADER_BYTES + RECORD_BYTES};
    void *at = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return error_set(e, "no shared memory for the record: %s", strerror(errno));
    r->shared = at;
    r->records = (record *)((char *)at + HEADER_BYTES);
    return true;
}

void recorder_fini(recorder *r)
{
    if (r->shared)
        munmap(r->shared, r->bytes);
    *r = (recorder){0};
}

void recorder_prepare(recorder *r, const scenario *sc)
{
    memset(r->shared, 0, sizeof *r->shared);
    atomic_store(&r->shared->clock, 1);
    atomic_store(&r->shared->crash_lane, -1);
    r->lanes = sc->thread_count + 1;
    uint32_t next = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++) {
        r->lane_start[lane] = next;
        r->lane_calls[lane] =
            lane < sc->thread_count ? sc->threads[lane].count : sc->before.count + sc->after.count;
        next += (r->lane_calls[lane] + LANE_ALIGN - 1) / LANE_ALIGN * LANE_ALIGN;
    }
    r->lane_start[r->lanes] = next;
    size_t fit = next ? RECORD_BYTES / sizeof(record) / next : MAX_ROUNDS;
    r->capacity = fit < MAX_ROUNDS ? (uint32_t)fit : MAX_ROUNDS;
}

void recorder_clear_round(recorder *r, uint32_t round)
{
    memset(recorder_at(r, round, 0, 0), 0, r->lane_start[r->lanes] * sizeof(record));
}

typedef struct event {
    uint64_t stamp;
    uint16_t lane, call;
    bool is_return;
} event;

static int by_stamp(const void *a, const void *b)
{
    const event *x = a, *y = b;
    return x->stamp < y->stamp ? -1 : x->stamp > y->stamp;
}

static int by_lane(const void *a, const void *b)
{
    const event *x = a, *y = b;
    return (int)x->lane - (int)y->lane;
}

static bool overwritten(error *e)
{
    return error_set(e, "the record of the calls makes no sense: the test has written to memory "
                        "that is not its own");
}

// In the order of the stamps. *count of them; false: not a possible record.
static bool collect(const recorder *r, uint32_t round, event *events, uint32_t *count)
{
    uint64_t now = atomic_load(&r->shared->clock);
    uint32_t n = 0;
    for (uint32_t lane = 0; lane < r->lanes; lane++) {
        uint64_t previous = 0; // UINT64_MAX: nothing may follow
        for (uint32_t i = 0; i < r->lane_calls[lane]; i++) {
            record *rec = recorder_at(r, round, lane, i);
            uint64_t call = atomic_load(&rec->call), ret = atomic_load(&rec->ret);
            if (call >= now || ret >= now || (ret && ret <= call))
                return false;
            if (call && (previous == UINT64_MAX || call <= previous))
                return false;
            previous = call && ret ? ret : UINT64_MAX;
            if (call)
                events[n++] = (event){call, (uint16_t)lane, (uint16_t)i, false};
            if (ret)
                events[n++] = (event){ret, (uint16_t)lane, (uint16_t)i, true};
            if (ret && !(rec->result.kind <= LP_KIND_PAIR))
                return false;
        }
    }
    qsort(events, n, sizeof *events, by_stamp);
    for (uint32_t i = 1; i < n; i++)
        if (events[i].stamp == events[i - 1].stamp)
            return false;
    *count = n;
    return true;
}

bool recorder_key(const recorder *r, uint32_t round, text *key, error *e)
{
    event events[MAX_EVENTS];
    uint32_t count;
    if (!collect(r, round, events, &count))
        return overwritten(e);
    text_clear(key);
    for (uint32_t i = 0, j; i < count; i = j) {
        for (j = i; j < count && events[j].is_return == events[i].is_return; j++)
            ;
        qsort(events + i, j - i, sizeof *events, by_lane);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint16_t head[2] = {events[i].lane, events[i].is_return};
        text_add_bytes(key, (const char *)head, sizeof head);
        if (events[i].is_return) {
            const record *rec = recorder_at(r, round, events[i].lane, events[i].call);
            text_add_bytes(key, (const char *)&rec->result, sizeof rec->result);
        }
    }
    return true;
}

static const scenario_call *call_of(const scenario *sc, const event *ev)
{
    if (ev->lane < sc->thread_count)
        return &sc->threads[ev->lane].calls[ev->call];
    return ev->call < sc->before.count ? &sc->before.calls[ev->call]
                                       : &sc->after.calls[ev->call - sc->before.count];
}

// A pair becomes a vector. A vector that the test made itself is none here: it stays
// something that is not valid.
static lp_value shown(lp_pool *pool, lp_value result)
{
    return result.kind == LP_KIND_VECTOR ? lp_pair(0, 0) : lp_unpair(pool, result);
}

lp_history *recorder_history(const recorder *r, uint32_t round, const scenario *sc, lp_pool *pool)
{
    event events[MAX_EVENTS];
    uint32_t count;
    uint32_t open[RECORDER_MAX_LANES];
    lp_history *h = lp_history_new(pool);
    if (!collect(r, round, events, &count))
        return h;
    for (uint32_t i = 0; i < count; i++) {
        const scenario_call *call = call_of(sc, &events[i]);
        uint32_t lane = events[i].lane;
        if (events[i].is_return)
            lp_history_return(h, open[lane],
                              shown(pool, recorder_at(r, round, lane, events[i].call)->result));
        else
            open[lane] = lp_history_call(h, lane, call->method, scenario_call_arg(pool, call));
    }
    return h;
}
