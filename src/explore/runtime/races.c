// SPDX-License-Identifier: MIT
// See races.h. Vector clocks; each word of memory keeps what its last accesses
// were and what an acquiring load of its bytes takes over (Lidbury and Donaldson, POPL
// 2017, without their weak memory). Of its bytes, since several atomic variables may lie
// in one word, and atomic accesses of several sizes may overlap.

#include "explore/runtime/races.h"

#include "base/memory.h"
#include "explore/runtime/schedule.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 8, ENTRIES_MAX = 16 };

typedef uint32_t clock_vector[FIBERS_MAX];

typedef struct entry {
    uint8_t mask;
    race_end by;
    uint32_t time;
} entry;

typedef struct shadow {
    uintptr_t number; // of the word, + 1
    uint64_t execution;
    uint32_t count;
    entry entries[ENTRIES_MAX];
    clock_vector release[WORD]; // what an acquiring load of this byte takes over
} shadow;

typedef struct thread_clocks {
    clock_vector now;
    clock_vector released;  // at its last release fence
    clock_vector unordered; // seen by relaxed loads, for an acquire fence
} thread_clocks;

race race_found;

static thread_clocks threads[FIBERS_MAX];
static shadow *table;
static size_t table_size, table_used;
static uint64_t execution;

static void join(clock_vector to, const clock_vector from)
{
    for (uint32_t t = 0; t < FIBERS_MAX; t++)
        to[t] = to[t] > from[t] ? to[t] : from[t];
}

void races_begin(void)
{
    execution++;
    memset(threads, 0, sizeof threads);
    for (uint32_t t = 0; t < FIBERS_MAX; t++)
        threads[t].now[t] = 1;
}

void races_start(uint32_t parent, uint32_t child)
{
    if (!config.races || parent == child)
        return;
    join(threads[child].now, threads[parent].now);
    threads[parent].now[parent]++;
}

void races_join(uint32_t child)
{
    if (config.races)
        join(threads[rt.current->number].now, threads[child].now);
}

static shadow *slot_of(uintptr_t number)
{
    size_t at = (number * 0x9e3779b97f4a7c15u >> 20) & (table_size - 1);
    while (table[at].number && table[at].number != number)
        at = (at + 1) & (table_size - 1);
    return &table[at];
}

static void grow(void)
{
    shadow *old = table;
    size_t old_size = table_size;
    table_size = old_size ? old_size * 2 : 1 << 8;
    table = memory_new(table_size, sizeof *table);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].number)
            *slot_of(old[i].number) = old[i];
    free(old);
}

static shadow *shadow_of(uintptr_t word)
{
    if (table_used * 2 >= table_size)
        grow();
    shadow *s = slot_of(word + 1);
    if (!s->number) {
        s->number = word + 1;
        table_used++;
    }
    if (s->execution != execution) {
        s->execution = execution;
        s->count = 0;
        memset(s->release, 0, sizeof s->release);
    }
    return s;
}

// Does the new access race with this one?
static bool races(const entry *old, const entry *new)
{
    return old->mask & new->mask && old->by.fiber != new->by.fiber &&
           (old->by.write || new->by.write) && !(old->by.atomic && new->by.atomic) &&
           threads[new->by.fiber].now[old->by.fiber] < old->time;
}

// An entry that every later access is checked against by the new one too.
static bool covered(const entry *old, const entry *new)
{
    return old->by.fiber == new->by.fiber && !(old->mask & ~new->mask) &&
           (new->by.write || !old->by.write) && (!new->by.atomic || old->by.atomic);
}

static void access_word(uintptr_t word, uint8_t mask, const race_end *by)
{
    shadow *s = shadow_of(word);
    const entry new = {mask, *by, threads[by->fiber].now[by->fiber]};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (races(&s->entries[i], &new)) {
            uint32_t byte = (uint32_t)__builtin_ctz(s->entries[i].mask & mask);
            race_found = (race){(const void *)(word * WORD + byte), s->entries[i].by, new.by};
            execution_break(LP_VIOLATION_RACE, by->pc, "data race");
        }
        if (!covered(&s->entries[i], &new))
            s->entries[kept++] = s->entries[i];
    }
    if (kept == ENTRIES_MAX) { // the oldest is forgotten: a race with it may be missed
        memmove(s->entries, s->entries + 1, (ENTRIES_MAX - 1) * sizeof *s->entries);
        kept--;
    }
    s->entries[kept++] = new;
    s->count = kept;
}

static void access(const void *address, size_t size, const race_end *by)
{
    uintptr_t at = (uintptr_t)address;
    while (size) {
        size_t skip = at % WORD, n = WORD - skip < size ? WORD - skip : size;
        access_word(at / WORD, (uint8_t)(((1u << n) - 1) << skip), by);
        at += n;
        size -= n;
    }
}

void races_plain(const void *address, size_t size, bool write, const void *pc)
{
    if (config.races)
        access(address, size, &(race_end){pc, rt.current->number, write, false});
}

static uint32_t *release_of(uintptr_t byte)
{
    return shadow_of(byte / WORD)->release[byte % WORD];
}

static bool acquires(int order)
{
    return order == memory_order_acquire || order == memory_order_acq_rel ||
           order == memory_order_seq_cst || order == memory_order_consume;
}

static bool releases(int order)
{
    return order == memory_order_release || order == memory_order_acq_rel ||
           order == memory_order_seq_cst;
}

void races_atomic(const void *address, size_t size, bool reads, bool writes, int order,
                  const void *pc)
{
    if (!config.races)
        return;
    uint32_t t = rt.current->number;
    thread_clocks *c = &threads[t];
    const uintptr_t first = (uintptr_t)address, end = first + size;
    // Before the races are looked for: what it synchronises with happens before the access itself.
    for (uintptr_t byte = first; reads && byte < end; byte++)
        join(acquires(order) ? c->now : c->unordered, release_of(byte));
    access(address, size, &(race_end){pc, t, writes, true});
    if (!writes)
        return;
    for (uintptr_t byte = first; byte < end; byte++) {
        uint32_t *release = release_of(byte);
        if (!reads) // a plain store ends what was released before; an update carries it on
            memset(release, 0, sizeof(clock_vector));
        join(release, releases(order) ? c->now : c->released);
    }
    c->now[t]++;
}

void races_fence(int order)
{
    if (!config.races || !rt.current)
        return;
    thread_clocks *c = &threads[rt.current->number];
    if (acquires(order))
        join(c->now, c->unordered);
    if (releases(order)) {
        memcpy(c->released, c->now, sizeof c->released);
        c->now[rt.current->number]++;
    }
}

void races_sync(const void *object)
{
    if (!config.races)
        return;
    uint32_t t = rt.current->number;
    uint32_t *release = release_of((uintptr_t)object);
    join(threads[t].now, release);
    join(release, threads[t].now);
    threads[t].now[t]++;
}
