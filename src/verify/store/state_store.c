// SPDX-License-Identifier: MIT
// A tree for each state: its leaves are the numbers of its words. One table holds
// all pairs below the root, since the place in the tree says what a number stands
// for. What a state has in common with the one it comes from is not looked up.
//
// As long as there are so few different words that the numbers of all words of a state fit into one key,
// the tree is flat: that key is the root, and there are no pairs. When there are more words, all states
// are entered once more, in their order, so that they keep their numbers. The numbers of words stay what
// they are, too, and trees of a flat store know no pairs: so rows that others are working on stay right.

#include "verify/store/state_store.h"

#include "base/mapped_memory.h"
#include "base/memory.h"
#include "verify/store/flat_root.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t unknown = UINT32_MAX; // a number that is still to be looked up

enum { WORD = 64 };

// A pair is made of two numbers, of words or of pairs before it.
typedef struct join {
    uint32_t left, right;
} join;

struct store {
    table words, inner, roots;
    uint32_t flat;         // bits for the number of a word in a root; 0: there are pairs
    uint32_t most;         // words, while it is flat
    uint32_t given, count; // words of a state, and those that are stored: at least two
    join *plan;            // the last one is the root
    uint32_t joins;
    table_subsumes subsumes;
    pthread_rwlock_t lock; // held for writing while tables grow
};

// The pair that stands for these words.
static uint32_t plan(store *s, uint32_t from, uint32_t middle, uint32_t to)
{
    if (to - from == 1)
        return from;
    uint32_t left = plan(s, from, from + (middle - from) / 2, middle);
    uint32_t right = plan(s, middle, middle + (to - middle) / 2, to);
    s->plan[s->joins] = (join){left, right};
    return s->count + s->joins++;
}

store *store_new(uint32_t words, uint32_t cut, uint32_t threads, table_subsumes subsumes)
{
    store *s = mapped_new(1, sizeof *s); // millions of bytes, of which most stores need a few
    s->given = words;
    s->count = words > 1 ? words : 2;
    s->subsumes = subsumes;
    s->plan = memory_new(s->count, sizeof *s->plan);
    plan(s, 0, cut > 0 && cut < s->count ? cut : s->count / 2, s->count);
    // Each thread may put a batch before it looks again whether there is room.
    uint64_t batches = (uint64_t)STORE_BATCH * s->count * (threads + 1), least = 1 << 14;
    uint64_t slots = 8 * batches > least ? 8 * batches : least;
    s->flat = flat_root_bits(s->count, 2 * batches);
    s->most = s->flat ? (uint32_t)((UINT64_C(1) << s->flat) - batches) : UINT32_MAX;
    table_init(&s->words, slots, TABLE_WORDS);
    table_init(&s->inner, slots, TABLE_PAIRS);
    table_init(&s->roots, slots, subsumes ? TABLE_GROUPS : TABLE_NUMBERS);
    if (s->flat)
        s->roots.first[0] = s->roots.first[1] = UINT32_MAX;
    pthread_rwlock_init(&s->lock, NULL);
    return s;
}

void store_free(store *s)
{
    if (!s)
        return;
    table_fini(&s->words);
    table_fini(&s->inner);
    table_fini(&s->roots);
    pthread_rwlock_destroy(&s->lock);
    free(s->plan);
    mapped_free(s, 1, sizeof *s);
}

uint32_t store_count(const store *s)
{
    return table_count(&s->roots);
}

uint64_t store_bytes(const store *s)
{
    return table_bytes(&s->words) + table_bytes(&s->inner) + table_bytes(&s->roots);
}

static void rows_init(store_rows *r, const store *s)
{
    r->words = memory_new((size_t)STORE_BATCH * s->count, sizeof *r->words);
    r->trees = memory_new((size_t)STORE_BATCH * 2 * s->count, sizeof *r->trees);
}

static void rows_fini(store_rows *r)
{
    free(r->words);
    free(r->trees);
}

static uint64_t *words_of(const store *s, const store_rows *r, uint32_t row)
{
    return r->words + (size_t)row * s->count;
}

static uint32_t *tree_of(const store *s, const store_rows *r, uint32_t row)
{
    return r->trees + (size_t)row * 2 * s->count;
}

store_view *store_view_new(store *s, void *context)
{
    store_view *v = memory_new(1, sizeof *v);
    v->s = s;
    v->context = context;
    rows_init(&v->got, s);
    rows_init(&v->added, s);
    return v;
}

void store_view_free(store_view *v)
{
    if (!v)
        return;
    rows_fini(&v->got);
    rows_fini(&v->added);
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
    return table_crowded(&s->words) || table_crowded(&s->inner) || table_crowded(&s->roots) ||
           table_count(&s->words) >= s->most;
}

static table_key pair(const uint32_t *tree, join j)
{
    return (table_key){(uint64_t)tree[j.left] << 32 | tree[j.right], 0};
}

static uint32_t put_growing(table *t, table_key k)
{
    bool ignored;
    if (table_crowded(t))
        table_grow(t);
    return table_put(t, k, &ignored);
}

// From a flat store to one with pairs; nobody else uses it meanwhile.
static void make_pairs(store *s)
{
    uint32_t count = table_count(&s->roots);
    uint32_t *tree = memory_new((size_t)2 * s->count, sizeof *tree);
    table *roots = memory_new(1, sizeof *roots);
    table_init(roots, s->roots.slot_count, s->roots.kind);
    for (uint32_t n = 0; n < count; n++) {
        table_key old = table_get(&s->roots, n);
        flat_root_split(old.key, s->count, s->flat, tree);
        for (uint32_t i = 0; i + 1 < s->joins; i++)
            tree[s->count + i] = put_growing(&s->inner, pair(tree, s->plan[i]));
        table_key root = pair(tree, s->plan[s->joins - 1]);
        root.third = old.third;
        uint32_t same = put_growing(roots, root);
        assert(same == n);
        (void)same;
    }
    table_take(&s->roots, roots);
    free(roots);
    free(tree);
    s->flat = 0;
    s->most = UINT32_MAX;
}

// Whoever wants to add to a crowded table leaves first, so nobody holds the
// lock for reading for long.
static void grow(store_view *v)
{
    store *s = v->s;
    store_leave(v);
    pthread_rwlock_wrlock(&s->lock);
    if (table_count(&s->words) >= s->most)
        make_pairs(s);
    table *const tables[] = {&s->words, &s->inner, &s->roots};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        while (table_crowded(tables[i]))
            table_grow(tables[i]);
    pthread_rwlock_unlock(&s->lock);
    store_enter(v);
}

static table_key word(uint64_t w)
{
    return (table_key){w, 0};
}

static known_word *place_of(store_view *v, uint64_t w)
{
    return &v->known[w * UINT64_C(0x9E3779B97F4A7C15) >> (WORD - STORE_KNOWN_BITS)];
}

// Few words are met all the time.
static uint32_t number_of(store_view *v, uint64_t w)
{
    const known_word *k = place_of(v, w);
    if (k->word == w && k->number_plus_one)
        return k->number_plus_one - 1;
    table_expect(&v->s->words, word(w));
    return unknown;
}

// Is this part the one that the state has which was got last?
static bool has_base(const store_view *v, const uint32_t *tree, uint32_t part)
{
    return tree[part] != unknown && tree[part] == v->base_tree[part];
}

// Those numbers that the state has in common with the one it comes from, and those that are known.
static void begin_tree(store_view *v, const uint64_t *words, uint32_t *tree)
{
    const store *s = v->s;
    for (uint32_t i = 0; i < s->count; i++)
        tree[i] = v->base && words[i] == v->base[i] ? v->base_tree[i] : number_of(v, words[i]);
    if (s->flat) {
        memset(tree + s->count, 0xFF, s->joins * sizeof *tree); // unknown
        return;
    }
    for (uint32_t i = 0; i + 1 < s->joins; i++) {
        join j = s->plan[i];
        bool known = v->base && has_base(v, tree, j.left) && has_base(v, tree, j.right);
        tree[s->count + i] = known ? v->base_tree[s->count + i] : unknown;
    }
}

void store_add(store_view *v, const uint64_t *words, uint32_t extra)
{
    const store *s = v->s;
    uint32_t row = v->added_count++;
    uint64_t *to = words_of(s, &v->added, row);
    memcpy(to, words, s->given * sizeof *words);
    v->added.extra[row] = extra;
    begin_tree(v, to, tree_of(s, &v->added, row));
}

static void settle_words(store_view *v)
{
    store *s = v->s;
    bool ignored;
    for (uint32_t k = 0; k < v->added_count; k++)
        for (uint32_t i = 0; i < s->count; i++)
            if (tree_of(s, &v->added, k)[i] == unknown)
                table_expect_entry(&s->words, word(words_of(s, &v->added, k)[i]));
    for (uint32_t k = 0; k < v->added_count; k++)
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t *number = &tree_of(s, &v->added, k)[i];
            if (*number != unknown)
                continue;
            uint64_t w = words_of(s, &v->added, k)[i];
            *number = table_put(&s->words, word(w), &ignored);
            *place_of(v, w) = (known_word){w, *number + 1};
        }
}

static void settle_pairs(store_view *v, uint32_t which)
{
    store *s = v->s;
    bool ignored;
    for (uint32_t k = 0; k < v->added_count; k++) {
        const uint32_t *tree = tree_of(s, &v->added, k);
        if (tree[s->count + which] == unknown)
            table_expect(&s->inner, pair(tree, s->plan[which]));
    }
    for (uint32_t k = 0; k < v->added_count; k++) {
        uint32_t *tree = tree_of(s, &v->added, k), *number = &tree[s->count + which];
        if (*number == unknown)
            *number = table_put(&s->inner, pair(tree, s->plan[which]), &ignored);
    }
}

static void settle_roots(store_view *v)
{
    store *s = v->s;
    table_key keys[STORE_BATCH] = {0};
    for (uint32_t k = 0; k < v->added_count; k++) {
        const uint32_t *tree = tree_of(s, &v->added, k);
        keys[k] =
            s->flat ? flat_root_join(tree, s->count, s->flat) : pair(tree, s->plan[s->joins - 1]);
        keys[k].third = v->added.extra[k];
        table_expect(&s->roots, keys[k]);
    }
    for (uint32_t k = 0; k < v->added_count; k++)
        table_expect_entry(&s->roots, keys[k]);
    for (uint32_t k = 0; k < v->added_count; k++)
        v->numbers[k] = table_put_unless(&s->roots, keys[k], s->subsumes, v->context, &v->fresh[k]);
}

void store_settle(store_view *v)
{
    const store *s = v->s;
    if (crowded(s))
        grow(v);
    settle_words(v);
    for (uint32_t i = 0; !s->flat && i + 1 < s->joins; i++)
        settle_pairs(v, i);
    settle_roots(v);
    v->added_count = 0;
}

uint32_t store_put(store_view *v, const uint64_t *words, uint32_t extra, bool *fresh)
{
    store_add(v, words, extra);
    store_settle(v);
    *fresh = v->fresh[0];
    return v->numbers[0];
}

static void expect_part(const store *s, uint32_t part, uint32_t number)
{
    if (part < s->count)
        table_prefetch(&s->words, number);
    else
        table_prefetch(&s->inner, number);
}

// From the roots down; all states in step.
static void get_pairs(store_view *v, uint32_t which)
{
    const store *s = v->s;
    join j = s->plan[which];
    for (uint32_t k = 0; k < v->got_count; k++) {
        uint32_t *tree = tree_of(s, &v->got, k);
        bool root = which + 1 == s->joins;
        table_key key = root ? table_get(&s->roots, v->first + k)
                             : table_get(&s->inner, tree[s->count + which]);
        tree[j.left] = (uint32_t)(key.key >> 32);
        tree[j.right] = (uint32_t)key.key;
        expect_part(s, j.left, tree[j.left]);
        expect_part(s, j.right, tree[j.right]);
        if (root)
            v->got.extra[k] = key.third;
    }
}

static void get_flat(store_view *v)
{
    const store *s = v->s;
    for (uint32_t k = 0; k < v->got_count; k++) {
        uint32_t *tree = tree_of(s, &v->got, k);
        table_key key = table_get(&s->roots, v->first + k);
        flat_root_split(key.key, s->count, s->flat, tree);
        memset(tree + s->count, 0xFF, s->joins * sizeof *tree); // unknown
        v->got.extra[k] = key.third;
    }
}

void store_fetch(store_view *v, uint32_t first, uint32_t count)
{
    const store *s = v->s;
    v->first = first;
    v->got_count = count;
    v->base = NULL;
    if (s->flat)
        get_flat(v);
    for (uint32_t i = s->flat ? 0 : s->joins; i-- > 0;)
        get_pairs(v, i);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < s->count; i++)
            words_of(s, &v->got, k)[i] = table_get(&s->words, tree_of(s, &v->got, k)[i]).key;
}

uint32_t store_get(store_view *v, uint32_t number, uint64_t *words)
{
    const store *s = v->s;
    if (number - v->first >= v->got_count)
        store_fetch(v, number, 1);
    uint32_t row = number - v->first;
    v->base = words_of(s, &v->got, row);
    v->base_tree = tree_of(s, &v->got, row);
    memcpy(words, v->base, s->given * sizeof *words);
    return v->got.extra[row];
}
