// SPDX-License-Identifier: MIT
// A tree for each state: its leaves are the numbers of its blocks. One table holds
// all pairs below the root, since the place in the tree says what a number stands
// for. What a state has in common with the one it comes from is not looked up.

#include "verify/store.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A pair is made of two numbers, of blocks or of pairs before it.
typedef struct join {
    uint32_t left, right;
} join;

struct store {
    table blocks, inner, roots;
    uint32_t words, count; // count: of the blocks of a state
    join *plan;            // the last one is the root
    uint32_t joins;
    pthread_rwlock_t lock; // held for writing while tables grow
};

// The numbers of a state: of its blocks, then of the pairs, in the order of the plan.
struct store_view {
    store *s;
    uint64_t *base;      // words of the state got last
    uint32_t *base_tree; // and its numbers
    uint32_t *tree;
    uint64_t *blocks; // of the state that is put
    bool has_base;
};

// The pair that stands for these blocks.
static uint32_t plan(store *s, uint32_t from, uint32_t middle, uint32_t to)
{
    if (to - from == 1)
        return from;
    uint32_t left = plan(s, from, from + (middle - from) / 2, middle);
    uint32_t right = plan(s, middle, middle + (to - middle) / 2, to);
    s->plan[s->joins] = (join){left, right};
    return s->count + s->joins++;
}

// Roots are pairs of what these tables number.
static const table *numbers_of(const store *s, uint32_t number)
{
    return number < s->count ? &s->blocks : &s->inner;
}

store *store_new(uint32_t words, uint32_t cut, uint32_t threads)
{
    store *s = memory_new(1, sizeof *s);
    s->words = words;
    s->count = (words + STORE_BLOCK - 1) / STORE_BLOCK;
    s->plan = memory_new(s->count, sizeof *s->plan);
    cut /= STORE_BLOCK;
    plan(s, 0, cut > 0 && cut < s->count ? cut : s->count / 2, s->count);
    // Each thread may add so many entries before it looks again.
    uint64_t air = (uint64_t)32 * words * (threads + 1), least = 1 << 14;
    uint64_t slots = air > least ? air : least;
    table_init(&s->blocks, slots, STORE_BLOCK);
    table_init(&s->inner, slots, 1);
    table_init(&s->roots, slots, s->count == 1 ? STORE_BLOCK : 1);
    if (s->count > 1) {
        s->roots.of[0] = numbers_of(s, s->plan[s->joins - 1].left);
        s->roots.of[1] = numbers_of(s, s->plan[s->joins - 1].right);
        s->roots.ahead = s->count;
    }
    pthread_rwlock_init(&s->lock, NULL);
    return s;
}

void store_free(store *s)
{
    if (!s)
        return;
    table_fini(&s->blocks);
    table_fini(&s->inner);
    table_fini(&s->roots);
    pthread_rwlock_destroy(&s->lock);
    free(s->plan);
    free(s);
}

uint32_t store_count(const store *s)
{
    return table_count(&s->roots);
}

uint64_t store_bytes(const store *s)
{
    return table_bytes(&s->blocks) + table_bytes(&s->inner) + table_bytes(&s->roots);
}

store_view *store_view_new(store *s)
{
    size_t words = (size_t)s->count * STORE_BLOCK;
    store_view *v = memory_new(1, sizeof *v);
    v->s = s;
    v->base = memory_new(words, sizeof *v->base);
    v->base_tree = memory_new(words, sizeof *v->base_tree);
    v->tree = memory_new(words, sizeof *v->tree);
    v->blocks = memory_new(words, sizeof *v->blocks);
    return v;
}

void store_view_free(store_view *v)
{
    if (!v)
        return;
    free(v->base);
    free(v->base_tree);
    free(v->tree);
    free(v->blocks);
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

static bool crowded(const store *s)
{
    return table_crowded(&s->blocks) || table_crowded(&s->inner) || table_crowded(&s->roots);
}

// Whoever wants to add to a crowded table leaves first, so nobody holds the
// lock for reading for long.
static void grow(store_view *v)
{
    store *s = v->s;
    table *const tables[] = {&s->blocks, &s->inner, &s->roots};
    store_leave(v);
    pthread_rwlock_wrlock(&s->lock);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        while (table_crowded(tables[i]))
            table_grow(tables[i]);
    pthread_rwlock_unlock(&s->lock);
    store_enter(v);
}

static uint64_t pair(const uint32_t *tree, join j)
{
    return (uint64_t)tree[j.left] << 32 | tree[j.right];
}

static uint32_t put_tree(store_view *v, bool *fresh)
{
    store *s = v->s;
    uint32_t n = s->count, *tree = v->tree;
    const uint32_t *base = v->base_tree;
    bool ignored, known = v->has_base;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *block = v->blocks + (size_t)i * STORE_BLOCK;
        const uint64_t *old = v->base + (size_t)i * STORE_BLOCK;
        tree[i] = known && block[0] == old[0] && block[1] == old[1]
                      ? base[i]
                      : table_put(&s->blocks, block, &ignored);
    }
    for (uint32_t i = 0; i + 1 < s->joins; i++) {
        uint64_t two = pair(tree, s->plan[i]);
        tree[n + i] = known && two == pair(base, s->plan[i]) ? base[n + i]
                                                             : table_put(&s->inner, &two, &ignored);
    }
    uint64_t root = pair(tree, s->plan[s->joins - 1]);
    return table_put(&s->roots, &root, fresh);
}

uint32_t store_put(store_view *v, const uint64_t *words, bool *fresh)
{
    store *s = v->s;
    if (crowded(s))
        grow(v);
    memcpy(v->blocks, words, s->words * sizeof *words);
    return s->count == 1 ? table_put(&s->roots, v->blocks, fresh) : put_tree(v, fresh);
}

static void get_tree(store_view *v, uint32_t number)
{
    const store *s = v->s;
    uint32_t *tree = v->base_tree;
    uint64_t key;
    table_get(&s->roots, number, &key);
    for (uint32_t i = s->joins - 1;; i--) {
        tree[s->plan[i].left] = (uint32_t)(key >> 32);
        tree[s->plan[i].right] = (uint32_t)key;
        if (i == 0)
            break;
        table_get(&s->inner, tree[s->count + i - 1], &key);
    }
    for (uint32_t i = 0; i < s->count; i++)
        table_get(&s->blocks, tree[i], v->base + (size_t)i * STORE_BLOCK);
    v->has_base = true;
}

void store_get(store_view *v, uint32_t number, uint64_t *words)
{
    const store *s = v->s;
    if (s->count == 1)
        table_get(&s->roots, number, v->base);
    else
        get_tree(v, number);
    memcpy(words, v->base, s->words * sizeof *words);
}

void store_prefetch(const store_view *v, uint32_t number)
{
    const store *s = v->s;
    if (s->count == 1 || number >= table_count(&s->roots))
        return;
    uint64_t key;
    table_get(&s->roots, number, &key);
    table_prefetch(s->roots.of[0], (uint32_t)(key >> 32));
    table_prefetch(s->roots.of[1], (uint32_t)key);
}
