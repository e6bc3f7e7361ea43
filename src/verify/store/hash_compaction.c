// SPDX-License-Identifier: MIT
// Eight bits of the hash say which of 256 parts, each with its lock; the others are
// the entry, from which its place follows, also in a table that has grown.

#include "verify/store/hash_compaction.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PARTS = 256, ENTRY = 6, ENTRY_BITS = 48, FIRST = 64 };

typedef struct part {
    pthread_mutex_t lock;
    uint8_t *slots; // 0: empty
    uint64_t slot_count, count;
} part;

struct compact {
    part parts[PARTS];
    _Atomic uint32_t count;
    _Atomic uint64_t bytes;
};

compact *compact_new(void)
{
    compact *c = memory_new(1, sizeof *c);
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_init(&c->parts[i].lock, NULL);
    return c;
}

void compact_free(compact *c)
{
    if (!c)
        return;
    for (int i = 0; i < PARTS; i++) {
        free(c->parts[i].slots);
        pthread_mutex_destroy(&c->parts[i].lock);
    }
    free(c);
}

static uint64_t entry_at(const part *p, uint64_t i)
{
    uint64_t key = 0;
    memcpy(&key, p->slots + i * ENTRY, ENTRY);
    return key;
}

// True: it was not there.
static bool put(part *p, uint64_t key)
{
    uint64_t i = (uint64_t)(((unsigned __int128)key * p->slot_count) >> ENTRY_BITS);
    for (uint64_t seen; (seen = entry_at(p, i)) != 0; i = i + 1 < p->slot_count ? i + 1 : 0)
        if (seen == key)
            return false;
    memcpy(p->slots + i * ENTRY, &key, ENTRY);
    return true;
}

static void grow(compact *c, part *p)
{
    part old = *p;
    p->slot_count = old.slot_count ? old.slot_count + old.slot_count / 4 : FIRST;
    p->slots = memory_new(p->slot_count, ENTRY);
    for (uint64_t i = 0; i < old.slot_count; i++)
        if (entry_at(&old, i))
            put(p, entry_at(&old, i));
    free(old.slots);
    atomic_fetch_add(&c->bytes, (p->slot_count - old.slot_count) * ENTRY);
}

bool compact_put(compact *c, const uint64_t *words, uint32_t count, uint32_t extra)
{
    // Not as a seed: with short inputs a seed can undo a difference.
    uint64_t both[2] = {XXH3_64bits(words, count * sizeof *words), extra};
    uint64_t h = XXH3_64bits(both, sizeof both);
    part *p = &c->parts[h % PARTS];
    uint64_t key = h >> (64 - ENTRY_BITS) ? h >> (64 - ENTRY_BITS) : 1;
    pthread_mutex_lock(&p->lock);
    if (p->count >= p->slot_count / 20 * 17)
        grow(c, p);
    bool fresh = put(p, key);
    p->count += fresh;
    pthread_mutex_unlock(&p->lock);
    if (fresh)
        atomic_fetch_add(&c->count, 1);
    return fresh;
}

uint32_t compact_count(const compact *c)
{
    return atomic_load(&c->count);
}

uint64_t compact_bytes(const compact *c)
{
    return atomic_load(&c->bytes);
}

double compact_missed(const compact *c)
{
    double n = compact_count(c);
    return n * n / (double)(UINT64_C(1) << (COMPACT_BITS + 1));
}
