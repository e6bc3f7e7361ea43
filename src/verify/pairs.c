// SPDX-License-Identifier: MIT
// For each object state a list of its pairs; lists are locked by the dozen.

#include "verify/pairs.h"

#include "base/error.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SEGMENT_BITS = 16, SEGMENT = 1 << SEGMENT_BITS, SEGMENTS = 1 << 16, LOCKS = 256 };

typedef struct entry {
    uint32_t object, observed, next; // next: number + 1
} entry;

struct pairs {
    _Atomic uint32_t count;
    _Atomic uint32_t objects; // as many lists may be in use
    _Atomic(entry *) entries[SEGMENTS];
    _Atomic(uint32_t *) heads[SEGMENTS];
    pthread_mutex_t locks[LOCKS];
};

pairs *pairs_new(void)
{
    pairs *p = memory_new(1, sizeof *p);
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_init(&p->locks[i], NULL);
    return p;
}

void pairs_free(pairs *p)
{
    if (!p)
        return;
    for (int i = 0; i < SEGMENTS; i++) {
        free(p->entries[i]);
        free(p->heads[i]);
    }
    for (int i = 0; i < LOCKS; i++)
        pthread_mutex_destroy(&p->locks[i]);
    free(p);
}

static entry *entry_of(pairs *p, uint32_t number)
{
    _Atomic(entry *) *segment = &p->entries[number >> SEGMENT_BITS];
    entry *at = atomic_load(segment);
    if (!at) {
        entry *fresh = memory_new(SEGMENT, sizeof *fresh);
        if (atomic_compare_exchange_strong(segment, &at, fresh))
            at = fresh;
        else
            free(fresh);
    }
    return at + (number & (SEGMENT - 1));
}

static uint32_t *head_of(pairs *p, uint32_t object)
{
    _Atomic(uint32_t *) *segment = &p->heads[object >> SEGMENT_BITS];
    uint32_t *at = atomic_load(segment);
    if (!at) {
        uint32_t *fresh = memory_new(SEGMENT, sizeof *fresh);
        if (atomic_compare_exchange_strong(segment, &at, fresh))
            at = fresh;
        else
            free(fresh);
    }
    return at + (object & (SEGMENT - 1));
}

bool pairs_put(pairs *p, uint32_t object, uint32_t observed, pairs_covers covers, void *context)
{
    pthread_mutex_t *lock = &p->locks[object % LOCKS];
    pthread_mutex_lock(lock);
    uint32_t *head = head_of(p, object);
    bool covered = false;
    for (uint32_t at = *head; at && !covered;) {
        const entry *e = entry_of(p, at - 1);
        covered = e->observed == observed || covers(context, e->observed, observed);
        at = e->next;
    }
    if (!covered) {
        if (!*head)
            atomic_fetch_add(&p->objects, 1);
        uint32_t number = atomic_fetch_add(&p->count, 1);
        REQUIRE(number < UINT32_MAX - 2);
        *entry_of(p, number) = (entry){object, observed, *head};
        *head = number + 1;
    }
    pthread_mutex_unlock(lock);
    return !covered;
}

uint32_t pairs_count(const pairs *p)
{
    return atomic_load(&p->count);
}

void pairs_get(const pairs *p, uint32_t number, uint32_t *object, uint32_t *observed)
{
    const entry *e = p->entries[number >> SEGMENT_BITS] + (number & (SEGMENT - 1));
    *object = e->object;
    *observed = e->observed;
}

uint64_t pairs_bytes(const pairs *p)
{
    return (uint64_t)pairs_count(p) * sizeof(entry) + (uint64_t)p->objects * sizeof(uint32_t);
}
