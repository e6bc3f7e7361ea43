// SPDX-License-Identifier: MIT
// One table holds all words and all pairs below the root: if a word happens to
// equal a pair, they share a number, which harms nobody, since the place in the
// tree says what a number stands for.

#include "verify/store.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct store {
    table inner, roots;
    uint32_t words;
    pthread_rwlock_t lock; // held for writing while tables grow
};

// The numbers of a state, level by level: `words` of them, then half as many …
struct store_view {
    store *s;
    uint64_t *base;      // words of the state got last
    uint32_t *base_tree; // and its numbers
    uint32_t *tree;
    bool has_base;
};

store *store_new(uint32_t words, uint32_t threads)
{
    store *s = memory_new(1, sizeof *s);
    s->words = words;
    // Each thread may add so many entries before it looks again.
    uint64_t air = (uint64_t)32 * words * (threads + 1), least = 1 << 14;
    table_init(&s->inner, air > least ? air : least);
    table_init(&s->roots, air > least ? air : least);
    pthread_rwlock_init(&s->lock, NULL);
    return s;
}

void store_free(store *s)
{
    if (!s)
        return;
    table_fini(&s->inner);
    table_fini(&s->roots);
    pthread_rwlock_destroy(&s->lock);
    free(s);
}

uint32_t store_count(const store *s)
{
    return table_count(&s->roots);
}

uint64_t store_bytes(const store *s)
{
    return table_bytes(&s->inner) + table_bytes(&s->roots);
}

store_view *store_view_new(store *s)
{
    store_view *v = memory_new(1, sizeof *v);
    v->s = s;
    v->base = memory_new(s->words, sizeof *v->base);
    v->base_tree = memory_new(2 * (size_t)s->words + 2, sizeof *v->base_tree);
    v->tree = memory_new(2 * (size_t)s->words + 2, sizeof *v->tree);
    return v;
}

void store_view_free(store_view *v)
{
    if (!v)
        return;
    free(v->base);
    free(v->base_tree);
    free(v->tree);
    free(v);
}

void store_enter(store_view *v)
{
    pthread_rwlock_rdlock(&v->s->lock);
}

void store_leave(store_view *v)
{
    pthread_rwlock_unlock(&v->s->lock);
}

// Whoever wants to add to a crowded table leaves first, so nobody holds the
// lock for reading for long.
static void grow(store_view *v)
{
    store *s = v->s;
    store_leave(v);
    pthread_rwlock_wrlock(&s->lock);
    while (table_crowded(&s->inner))
        table_grow(&s->inner);
    while (table_crowded(&s->roots))
        table_grow(&s->roots);
    pthread_rwlock_unlock(&s->lock);
    store_enter(v);
}

static uint64_t pair(const uint32_t *two)
{
    return (uint64_t)two[0] << 32 | two[1];
}

uint32_t store_put(store_view *v, const uint64_t *words, bool *fresh)
{
    store *s = v->s;
    if (table_crowded(&s->inner) || table_crowded(&s->roots))
        grow(v);
    uint32_t n = s->words, *tree = v->tree, *base = v->base_tree;
    bool ignored;
    if (n == 1)
        return table_put(&s->roots, words[0], fresh);
    for (uint32_t i = 0; i < n; i++)
        tree[i] = v->has_base && words[i] == v->base[i] ? base[i]
                                                        : table_put(&s->inner, words[i], &ignored);
    for (; n > 2; tree += n, base += n, n = (n + 1) / 2)
        for (uint32_t i = 0; i < n; i += 2) {
            uint32_t *up = tree + n + i / 2;
            if (i + 1 == n)
                *up = tree[i];
            else if (v->has_base && pair(tree + i) == pair(base + i))
                *up = base[n + i / 2];
            else
                *up = table_put(&s->inner, pair(tree + i), &ignored);
        }
    return table_put(&s->roots, pair(tree), fresh);
}

static void split(uint64_t key, uint32_t *two)
{
    two[0] = (uint32_t)(key >> 32);
    two[1] = (uint32_t)key;
}

void store_get(store_view *v, uint32_t number, uint64_t *words)
{
    const store *s = v->s;
    if (s->words == 1) {
        words[0] = table_get(&s->roots, number);
        return;
    }
    uint32_t sizes[40], levels = 0, offset = 0;
    for (uint32_t n = s->words; n > 2; n = (n + 1) / 2) {
        sizes[levels++] = n;
        offset += n;
    }
    uint32_t *tree = v->base_tree + offset;
    split(table_get(&s->roots, number), tree);
    while (levels > 0) {
        uint32_t n = sizes[--levels], *below = tree - n;
        for (uint32_t i = 0; i < n; i += 2)
            if (i + 1 == n)
                below[i] = tree[i / 2];
            else
                split(table_get(&s->inner, tree[i / 2]), below + i);
        tree = below;
    }
    for (uint32_t i = 0; i < s->words; i++)
        words[i] = table_get(&s->inner, tree[i]);
    memcpy(v->base, words, s->words * sizeof *words);
    v->has_base = true;
}
