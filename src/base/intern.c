// SPDX-License-Identifier: MIT
// Interning by an open-addressing table of (hash, number) over strings kept in
// large chunks: see intern.h.

#include "base/intern.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_CHUNK = 1 << 10, LAST_CHUNK = 1 << 20, ALIGN = 16, FIRST_SLOTS = 16 };

typedef struct entry {
    const char *bytes;
    size_t length;
} entry;

typedef struct slot {
    uint32_t hash; // of the string; also chooses the slot, so growing reads no strings
    uint32_t number_plus_one;
} slot;

struct intern {
    entry *entries;
    uint32_t count, capacity;
    slot *slots;
    uint64_t mask;
    char **chunks;
    size_t chunk_count, chunk_capacity;
    size_t chunk_used, chunk_size;
    uint64_t chunk_bytes;
};

intern *intern_new(void)
{
    intern *t = memory_new(1, sizeof *t);
    t->slots = memory_new(FIRST_SLOTS, sizeof *t->slots);
    t->mask = FIRST_SLOTS - 1;
    return t;
}

void intern_free(intern *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->chunk_count; i++)
        free(t->chunks[i]);
    free(t->chunks);
    free(t->entries);
    free(t->slots);
    free(t);
}

static char *reserve(intern *t, size_t length)
{
    size_t need = (length + 1 + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (t->chunk_count == 0 || t->chunk_used + need > t->chunk_size) {
        size_t next = t->chunk_bytes < FIRST_CHUNK  ? FIRST_CHUNK
                      : t->chunk_bytes > LAST_CHUNK ? LAST_CHUNK
                                                    : (size_t)t->chunk_bytes;
        t->chunk_size = need > next ? need : next;
        t->chunk_used = 0;
        MEMORY_GROW(t->chunks, t->chunk_capacity, t->chunk_count + 1);
        // malloc aligns to 16 bytes on every platform we build for.
        t->chunks[t->chunk_count++] = memory_resize(NULL, t->chunk_size, 1);
        t->chunk_bytes += t->chunk_size;
    }
    char *p = t->chunks[t->chunk_count - 1] + t->chunk_used;
    t->chunk_used += need;
    return p;
}

static uint32_t hash_of(const void *bytes, size_t length)
{
    return (uint32_t)XXH3_64bits(bytes, length);
}

static void grow(intern *t)
{
    uint64_t size = (t->mask + 1) * 2;
    slot *slots = memory_new(size, sizeof *slots);
    for (uint64_t i = 0; i <= t->mask; i++) {
        if (!t->slots[i].number_plus_one)
            continue;
        uint64_t at = t->slots[i].hash & (size - 1);
        while (slots[at].number_plus_one)
            at = (at + 1) & (size - 1);
        slots[at] = t->slots[i];
    }
    free(t->slots);
    t->slots = slots;
    t->mask = size - 1;
}

// The slot that holds these bytes, or the empty one where they belong.
static slot *probe(const intern *t, const void *bytes, size_t length, uint32_t h)
{
    uint64_t at = h & t->mask;
    for (;; at = (at + 1) & t->mask) {
        slot *s = &t->slots[at];
        if (!s->number_plus_one)
            return s;
        if (s->hash != h)
            continue;
        const entry *e = &t->entries[s->number_plus_one - 1];
        if (e->length == length && (length == 0 || memcmp(e->bytes, bytes, length) == 0))
            return s;
    }
}

uint32_t intern_add_fresh(intern *t, const void *bytes, size_t length, bool *fresh)
{
    uint32_t h = hash_of(bytes, length);
    slot *s = probe(t, bytes, length, h);
    *fresh = !s->number_plus_one;
    if (!*fresh)
        return s->number_plus_one - 1;
    REQUIRE(t->count < INTERN_NONE - 1);
    MEMORY_GROW(t->entries, t->capacity, t->count + 1);
    char *copy = reserve(t, length);
    if (length)
        memcpy(copy, bytes, length);
    copy[length] = 0;
    t->entries[t->count] = (entry){copy, length};
    *s = (slot){h, ++t->count};
    if ((uint64_t)t->count * 3 > (t->mask + 1) * 2)
        grow(t);
    return t->count - 1;
}

uint32_t intern_add(intern *t, const void *bytes, size_t length)
{
    bool fresh;
    return intern_add_fresh(t, bytes, length, &fresh);
}

uint32_t intern_find(const intern *t, const void *bytes, size_t length)
{
    const slot *s = probe(t, bytes, length, hash_of(bytes, length));
    return s->number_plus_one ? s->number_plus_one - 1 : INTERN_NONE;
}

const void *intern_get(const intern *t, uint32_t number, size_t *length)
{
    REQUIRE(number < t->count);
    if (length)
        *length = t->entries[number].length;
    return t->entries[number].bytes;
}

uint32_t intern_count(const intern *t)
{
    return t->count;
}

uint64_t intern_bytes(const intern *t)
{
    return t->chunk_bytes + t->capacity * sizeof(entry) + (t->mask + 1) * sizeof(slot);
}
