// SPDX-License-Identifier: MIT
// Interning by an open-addressing table of (hash, number) over strings kept in
// large chunks: see intern.h.
//
// A shared string is a splice: the number of its base, how much of the base's beginning and
// end it has, and the bytes between. A chain of splices is followed downward, with the range
// of bytes that is wanted, to a string that is whole. Two rules bound that: the splices of a
// chain take no more bytes than the string is long, and only a few of them have both a
// beginning and an end, where the range becomes two. What would break one is stored whole.

#include "base/intern.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_CHUNK = 1 << 10, LAST_CHUNK = 1 << 20, ALIGN = 16, FIRST_SLOTS = 16, FORKS = 32 };

typedef struct entry {
    const char *bytes; // of a shared one: its splice
    size_t length;     // and SHARED
} entry;

static const size_t SHARED = (size_t)1 << (sizeof(size_t) * 8 - 1);

typedef struct splice {
    uint32_t base, forks; // forks: splices of the chain with a prefix and a suffix
    size_t prefix, suffix;
    size_t chain; // bytes of all splices down to the string that is whole
    char middle[];
} splice;

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

static void new_chunk(intern *t, size_t need)
{
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

static inline char *reserve(intern *t, size_t length)
{
    size_t need = (length + 1 + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (t->chunk_count == 0 || t->chunk_used + need > t->chunk_size)
        new_chunk(t, need);
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

static bool is_shared(const entry *e)
{
    return (e->length & SHARED) != 0;
}

static size_t length_of(const entry *e)
{
    return e->length & ~SHARED;
}

static const splice *splice_of(const entry *e)
{
    return is_shared(e) ? (const splice *)(const void *)e->bytes : NULL;
}

// A piece of a string, and how far from the beginning of what was asked for.
typedef struct reading {
    bool (*piece)(void *to, size_t at, const char *bytes, size_t count);
    void *to;
} reading;

// The bytes [from, to) of a string, which are at `at` in what was asked for. False: a piece
// was refused.
static bool read_range(const intern *t, uint32_t number, size_t from, size_t to, size_t at,
                       const reading *r)
{
    while (from < to) {
        const entry *e = &t->entries[number];
        const splice *s = splice_of(e);
        if (!s)
            return r->piece(r->to, at, e->bytes + from, to - from);
        size_t end = length_of(e) - s->suffix; // of the middle
        size_t first = from > s->prefix ? from : s->prefix, last = to < end ? to : end;
        if (first < last &&
            !r->piece(r->to, at + (first - from), s->middle + (first - s->prefix), last - first))
            return false;
        number = s->base;
        if (to > end && from < s->prefix && !read_range(t, number, from, s->prefix, at, r))
            return false;
        if (to > end) {
            size_t start = from > end ? from : end;
            at += start - from;
            // The suffix ends where the base ends.
            from = length_of(&t->entries[number]) - (length_of(e) - start);
            to = from + (to - start);
        } else {
            to = to < s->prefix ? to : s->prefix;
        }
    }
    return true;
}

static bool copy_piece(void *to, size_t at, const char *bytes, size_t count)
{
    assert(bytes); // no piece is empty
    memcpy((char *)to + at, bytes, count);
    return true;
}

static bool same_piece(void *to, size_t at, const char *bytes, size_t count)
{
    assert(bytes);
    return memcmp((const char *)to + at, bytes, count) == 0;
}

void intern_copy(const intern *t, uint32_t number, void *into)
{
    REQUIRE(number < t->count);
    reading copying = {copy_piece, into};
    read_range(t, number, 0, intern_length(t, number), 0, &copying);
}

bool intern_equals(const intern *t, uint32_t number, size_t from, const void *bytes)
{
    reading comparing = {same_piece, (void *)(uintptr_t)bytes};
    return read_range(t, number, from, intern_length(t, number), 0, &comparing);
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
        if (e->length == (length | SHARED) && intern_equals(t, s->number_plus_one - 1, 0, bytes))
            return s;
    }
}

// The splice of a fresh string, filled in but for its middle's place; false: it is stored whole.
static bool worth_sharing(const intern *t, size_t length, splice *s)
{
    const splice *base = splice_of(&t->entries[s->base]);
    size_t kept = s->prefix + s->suffix;
    if (length < INTERN_SHARE_FROM || !kept)
        return false;
    s->chain = sizeof *s + (length - kept) + (base ? base->chain : 0);
    s->forks = (base ? base->forks : 0) + (s->prefix && s->suffix);
    return s->chain <= length && s->forks <= FORKS;
}

static entry store_whole(intern *t, const char *bytes, size_t length)
{
    char *copy = reserve(t, length);
    if (length)
        memcpy(copy, bytes, length);
    copy[length] = 0;
    return (entry){copy, length};
}

static entry store_splice(intern *t, const char *bytes, size_t length, const splice *s)
{
    size_t middle = length - s->prefix - s->suffix;
    char *copy = reserve(t, sizeof *s + middle);
    memcpy(copy, s, sizeof *s);
    if (middle)
        memcpy(copy + sizeof *s, bytes + s->prefix, middle);
    return (entry){copy, length | SHARED};
}

static uint32_t add(intern *t, const void *bytes, size_t length, splice *shares, bool *fresh)
{
    uint32_t h = hash_of(bytes, length);
    slot *s = probe(t, bytes, length, h);
    *fresh = !s->number_plus_one;
    if (!*fresh)
        return s->number_plus_one - 1;
    REQUIRE(t->count < INTERN_NONE - 1);
    MEMORY_GROW(t->entries, t->capacity, t->count + 1);
    t->entries[t->count] = shares && worth_sharing(t, length, shares)
                               ? store_splice(t, bytes, length, shares)
                               : store_whole(t, bytes, length);
    *s = (slot){h, ++t->count};
    if ((uint64_t)t->count * 3 > (t->mask + 1) * 2)
        grow(t);
    return t->count - 1;
}

uint32_t intern_add_fresh(intern *t, const void *bytes, size_t length, bool *fresh)
{
    return add(t, bytes, length, NULL, fresh);
}

uint32_t intern_add_spliced(intern *t, const void *bytes, size_t length, uint32_t base,
                            size_t prefix, size_t suffix)
{
    REQUIRE(base < t->count && prefix <= length && suffix <= length - prefix);
    REQUIRE(prefix <= intern_length(t, base) && suffix <= intern_length(t, base) - prefix);
    splice s = {.base = base, .prefix = prefix, .suffix = suffix};
    bool fresh;
    return add(t, bytes, length, &s, &fresh);
}

uint32_t intern_add(intern *t, const void *bytes, size_t length)
{
    bool fresh;
    return add(t, bytes, length, NULL, &fresh);
}

uint32_t intern_find(const intern *t, const void *bytes, size_t length)
{
    const slot *s = probe(t, bytes, length, hash_of(bytes, length));
    return s->number_plus_one ? s->number_plus_one - 1 : INTERN_NONE;
}

static const void *whole_bytes(const entry *e, size_t *length)
{
    if (length)
        *length = e->length;
    return e->bytes;
}

const void *intern_get(const intern *t, uint32_t number, size_t *length)
{
    REQUIRE(number < t->count);
    REQUIRE(!is_shared(&t->entries[number]));
    return whole_bytes(&t->entries[number], length);
}

const void *intern_if_whole(const intern *t, uint32_t number, size_t *length)
{
    REQUIRE(number < t->count);
    const entry *e = &t->entries[number];
    return is_shared(e) ? NULL : whole_bytes(e, length);
}

const void *intern_whole(intern *t, uint32_t number, size_t *length)
{
    REQUIRE(number < t->count);
    entry *e = &t->entries[number];
    if (is_shared(e)) {
        size_t size = length_of(e);
        char *copy = reserve(t, size);
        intern_copy(t, number, copy);
        copy[size] = 0;
        *e = (entry){copy, size};
    }
    return whole_bytes(e, length);
}

bool intern_is_shared(const intern *t, uint32_t number)
{
    return is_shared(&t->entries[number]);
}

size_t intern_length(const intern *t, uint32_t number)
{
    return length_of(&t->entries[number]);
}

uint32_t intern_count(const intern *t)
{
    return t->count;
}

uint64_t intern_bytes(const intern *t)
{
    return t->chunk_bytes + t->capacity * sizeof(entry) + (t->mask + 1) * sizeof(slot);
}
