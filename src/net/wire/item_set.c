// SPDX-License-Identifier: MIT
// Sets without a bound (linchpin/node.h): items side by side, in their order. Those of an automaton
// are small, since what runs for long forgets what it is done with: a search is a binary search, a
// change moves what comes after.

#include "base/memory.h"

#include <linchpin/node.h>

#include <stdlib.h>
#include <string.h>

// ---- What expressions make ----

typedef struct block {
    struct block *before;
    _Alignas(16) unsigned char bytes[];
} block;

static _Thread_local block *scratch;
static _Thread_local size_t scratch_used, scratch_size;

static void *scratch_take(size_t bytes)
{
    enum { FIRST = 4096 };
    bytes = (bytes + 15) & ~(size_t)15;
    if (!scratch || bytes > scratch_size - scratch_used) {
        size_t size = scratch ? 2 * scratch_size : FIRST;
        size = size < bytes ? bytes : size;
        block *fresh = memory_new(1, sizeof *fresh + size);
        fresh->before = scratch;
        scratch = fresh;
        scratch_size = size;
        scratch_used = 0;
    }
    void *taken = scratch->bytes + scratch_used;
    scratch_used += bytes;
    return taken;
}

// The last block is kept, and is the largest: a process comes to do without allocations.
void lp_scratch_clear(void)
{
    while (scratch && scratch->before) {
        block *old = scratch->before;
        scratch->before = old->before;
        free(old);
    }
    scratch_used = 0;
}

// ---- Looking ----

static void *item_at(const lp_item_type *of, lp_set s, size_t i)
{
    return (char *)s.items + i * of->size;
}

// Where the item is, or would be.
static size_t place_of(const lp_item_type *of, lp_set s, const void *item, bool *there)
{
    size_t low = 0, high = s.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = of->compare(item_at(of, s, middle), item);
        if (order == 0) {
            *there = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *there = false;
    return low;
}

const void *lp_set_find(const lp_item_type *of, lp_set s, const void *item)
{
    bool there;
    size_t at = place_of(of, s, item, &there);
    return there ? item_at(of, s, at) : NULL;
}

bool lp_set_within(const lp_item_type *of, lp_set a, lp_set b)
{
    for (size_t i = 0; i < a.count; i++)
        if (!lp_set_find(of, b, item_at(of, a, i)))
            return false;
    return true;
}

// ---- Variables ----

static void make_room(const lp_item_type *of, lp_set *s)
{
    if (s->count < s->capacity)
        return;
    s->capacity = s->capacity ? 2 * s->capacity : 8;
    s->items = memory_resize(s->items, s->capacity, of->size);
}

static void put_at(const lp_item_type *of, lp_set *s, size_t at, const void *item)
{
    memmove(item_at(of, *s, at + 1), item_at(of, *s, at), (s->count - at) * of->size);
    memcpy(item_at(of, *s, at), item, of->size);
    s->count++;
}

void lp_set_put(const lp_item_type *of, lp_set *s, const void *item)
{
    bool there;
    size_t at = place_of(of, *s, item, &there);
    if (there) {
        memcpy(item_at(of, *s, at), item, of->size);
        return;
    }
    make_room(of, s);
    put_at(of, s, at, item);
}

void lp_set_remove(const lp_item_type *of, lp_set *s, const void *item)
{
    bool there;
    size_t at = place_of(of, *s, item, &there);
    if (there)
        lp_seq_remove(of, s, at);
}

void lp_set_assign(const lp_item_type *of, lp_set *s, lp_set from)
{
    if (from.items == s->items)
        return;
    if (from.count > s->capacity) {
        s->capacity = from.count;
        s->items = memory_resize(s->items, s->capacity, of->size);
    }
    if (from.count)
        memcpy(s->items, from.items, from.count * of->size);
    s->count = from.count;
}

void lp_set_end(lp_set *s)
{
    free(s->items);
    *s = (lp_set){0};
}

// ---- Seqs ----

void lp_seq_insert(const lp_item_type *of, lp_set *s, size_t at, const void *item)
{
    make_room(of, s);
    put_at(of, s, at, item);
}

void lp_seq_remove(const lp_item_type *of, lp_set *s, size_t at)
{
    s->count--;
    memmove(item_at(of, *s, at), item_at(of, *s, at + 1), (s->count - at) * of->size);
}

size_t lp_seq_find(const lp_item_type *of, lp_set s, const void *item)
{
    size_t i = 0;
    while (i < s.count && of->compare(item_at(of, s, i), item) != 0)
        i++;
    return i;
}

// ---- Expressions ----

void lp_set_collect(const lp_item_type *of, lp_set *s, const void *item)
{
    bool there;
    size_t at = place_of(of, *s, item, &there);
    if (there)
        return;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 8;
        void *wider = scratch_take(s->capacity * of->size);
        if (s->count)
            memcpy(wider, s->items, s->count * of->size);
        s->items = wider;
    }
    put_at(of, s, at, item);
}

lp_set lp_set_of(const lp_item_type *of, const void *items, size_t count)
{
    lp_set s = {0};
    for (size_t i = 0; i < count; i++)
        lp_set_collect(of, &s, (const char *)items + i * of->size);
    return s;
}

// Those that are in a alone, in b alone, and in both, as they are asked for.
static lp_set merged(const lp_item_type *of, lp_set a, lp_set b, bool first, bool second, bool both)
{
    lp_set s = {0};
    if (!(a.count + b.count))
        return s;
    s.items = scratch_take((a.count + b.count) * of->size);
    for (size_t i = 0, k = 0; i < a.count || k < b.count;) {
        int order = i == a.count   ? 1
                    : k == b.count ? -1
                                   : of->compare(item_at(of, a, i), item_at(of, b, k));
        if (order < 0 ? first : order > 0 ? second : both)
            memcpy(item_at(of, s, s.count++), order <= 0 ? item_at(of, a, i) : item_at(of, b, k),
                   of->size);
        i += order <= 0;
        k += order >= 0;
    }
    return s;
}

lp_set lp_set_union(const lp_item_type *of, lp_set a, lp_set b)
{
    return merged(of, a, b, true, true, true);
}

lp_set lp_set_intersection(const lp_item_type *of, lp_set a, lp_set b)
{
    return merged(of, a, b, false, false, true);
}

lp_set lp_set_difference(const lp_item_type *of, lp_set a, lp_set b)
{
    return merged(of, a, b, true, false, false);
}

lp_set lp_set_symmetric(const lp_item_type *of, lp_set a, lp_set b)
{
    return merged(of, a, b, true, true, false);
}
