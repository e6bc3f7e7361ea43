// SPDX-License-Identifier: MIT
// Storing is lossless and injective, whatever the format and however many store.

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "verify/store/state_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 12, MOST = 3000 };

// States that were put, in the order of their numbers: searched from the front.
typedef struct listed {
    uint64_t words[MOST][MOST_WORDS];
    uint32_t extra[MOST], count;
} listed;

static uint32_t listed_put(listed *l, const uint64_t *words, uint32_t extra, uint32_t length)
{
    uint32_t at = 0;
    while (at < l->count &&
           (l->extra[at] != extra || memcmp(l->words[at], words, length * sizeof *words) != 0))
        at++;
    memcpy(l->words[at], words, length * sizeof *words);
    l->extra[at] = extra;
    l->count += at == l->count;
    return at;
}

// One of so many is any word.
static void any_words(rng *r, uint64_t *words, uint32_t length, uint32_t rare)
{
    for (uint32_t k = 0; k < length; k++)
        words[k] = rng_below(r, rare) ? rng_below(r, 3) : rng_next(r);
}

static void put_batch(rng *r, store_view *v, listed *l, uint32_t length, uint32_t rare)
{
    uint32_t expected[STORE_BATCH], before[STORE_BATCH],
        count = 1 + (uint32_t)rng_below(r, STORE_BATCH);
    uint64_t words[MOST_WORDS];
    if (l->count && rng_below(r, 2))
        store_get(v, (uint32_t)rng_below(r, l->count), words);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t extra = rng_below(r, 30) ? (uint32_t)rng_below(r, 2) : (uint32_t)rng_next(r);
        any_words(r, words, length, rare);
        before[i] = l->count;
        expected[i] = listed_put(l, words, extra, length);
        store_add(v, words, extra);
    }
    store_settle(v);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(v->numbers[i], expected[i]);
        assert_true(v->fresh[i] == (expected[i] == before[i]));
    }
}

static void store_words(uint32_t length, uint32_t rare)
{
    rng r;
    rng_init(&r, 3);
    static listed l;
    store *s = store_new(length, length / 2, 1, NULL);
    store_view *v = store_view_new(s, NULL);
    l.count = 0;
    store_enter(v);
    while (l.count + STORE_BATCH < MOST && (length > 1 || l.count < 100))
        put_batch(&r, v, &l, length, rare);
    assert_int_equal(store_count(s), l.count);
    for (uint32_t n = 0; n < l.count; n++) {
        uint64_t back[MOST_WORDS];
        if (rng_below(&r, 8) == 0)
            store_fetch(v, n, l.count - n < STORE_BATCH ? l.count - n : STORE_BATCH);
        assert_int_equal(store_get(v, n, back), l.extra[n]);
        assert_memory_equal(back, l.words[n], length * sizeof *back);
    }
    store_leave(v);
    store_view_free(v);
    store_free(s);
}

// Few different words, and so many that their numbers do not fit into one key any more: with five words or
// more that happens on the way.
static void test_store(void **state)
{
    (void)state;
    for (uint32_t length = 1; length < MOST_WORDS; length++)
        store_words(length, 40);
    for (uint32_t length = 3; length < MOST_WORDS; length++)
        store_words(length, 2);
}

typedef struct crowd {
    store *s;
    uint32_t *numbers[4]; // what each thread was told
    _Atomic uint32_t fresh;
} crowd;

enum { CROWD = 200000 }; // a multiple of STORE_BATCH

static void shared_words(uint64_t n, uint64_t *words)
{
    const uint64_t all[] = {n, n % 7, n / 3, n % 11, n / 5};
    memcpy(words, all, sizeof all);
}

static void put_all(void *context, uint32_t thread)
{
    crowd *c = context;
    store_view *v = store_view_new(c->s, NULL);
    store_enter(v);
    for (uint32_t i = 0; i < CROWD; i += STORE_BATCH) {
        uint64_t n[STORE_BATCH], words[MOST_WORDS];
        if (i)
            store_get(v, c->numbers[thread][thread * 50000], words);
        for (uint32_t k = 0; k < STORE_BATCH; k++) {
            // Every thread enters the same states, in an order of its own.
            n[k] = ((uint64_t)(i + k) * 7919 + thread * 50000) % CROWD;
            shared_words(n[k], words);
            store_add(v, words, (uint32_t)(n[k] % 5));
        }
        store_settle(v);
        for (uint32_t k = 0; k < STORE_BATCH; k++) {
            c->numbers[thread][n[k]] = v->numbers[k];
            c->fresh += v->fresh[k];
        }
        if (i % (32 * STORE_BATCH) == 0) {
            store_leave(v);
            store_enter(v);
        }
    }
    store_leave(v);
    store_view_free(v);
}

static void share_store(uint32_t length)
{
    crowd c = {.s = store_new(length, 2, 4, NULL)};
    for (int t = 0; t < 4; t++)
        c.numbers[t] = memory_new(CROWD, sizeof **c.numbers);
    parallel(4, put_all, &c);
    assert_int_equal(c.fresh, CROWD);
    assert_int_equal(store_count(c.s), CROWD);
    store_view *v = store_view_new(c.s, NULL);
    store_enter(v);
    for (uint32_t n = 0; n < CROWD; n++) {
        uint64_t words[MOST_WORDS], wanted[MOST_WORDS];
        for (int t = 1; t < 4; t++)
            assert_int_equal(c.numbers[0][n], c.numbers[t][n]);
        assert_int_equal(store_get(v, c.numbers[0][n], words), n % 5);
        shared_words(n, wanted);
        assert_memory_equal(words, wanted, length * sizeof *words);
    }
    store_leave(v);
    store_view_free(v);
    for (int t = 0; t < 4; t++)
        free(c.numbers[t]);
    store_free(c.s);
}

// Of five words the first are entered while numbers of words fit into one key.
static void test_store_shared(void **state)
{
    (void)state;
    share_store(3);
    share_store(5);
}

// Sets of bits: those that are subsets of others make them needless.
static bool is_subset(void *context, uint32_t there, uint32_t third)
{
    ++*(_Atomic uint32_t *)context;
    return (there & ~third) == 0;
}

enum { OBJECTS = 800, SETS = 256 };

typedef struct pruned {
    store *s;
    bool pairs; // of words; else five, and more of them than fit into one key
    _Atomic uint32_t asked, wrong;
} pruned;

static void pruned_words(uint64_t n, bool pairs, uint64_t *words)
{
    for (uint64_t i = 0; i < 5; i++)
        words[i] = pairs ? (i ? n % 7 : n / 7) : n + i * OBJECTS;
}

static void put_sets(void *context, uint32_t thread)
{
    pruned *p = context;
    store_view *v = store_view_new(p->s, &p->asked);
    rng r;
    rng_init(&r, thread + 1);
    store_enter(v);
    for (uint32_t i = 0; i < 50000; i++) {
        uint64_t n = rng_below(&r, OBJECTS), words[5], back[5];
        pruned_words(n, p->pairs, words);
        // Large ones first: then many are kept.
        uint32_t set = (uint32_t)(rng_below(&r, SETS) | (i < 40000 ? rng_below(&r, SETS) : 0));
        bool fresh;
        uint32_t number = store_put(v, words, set, &fresh), there = store_get(v, number, back);
        p->wrong += back[0] != words[0] || back[1] != words[1] ||
                    !(fresh ? there == set : (there & ~set) == 0);
    }
    store_leave(v);
    store_view_free(v);
}

// With `subsumes`: nothing is entered for which there was a smaller one.
static void prune_store(bool pairs)
{
    pruned p = {.s = store_new(pairs ? 2 : 5, 1, 4, is_subset), .pairs = pairs};
    parallel(4, put_sets, &p);
    assert_true(p.asked > 1000);
    assert_int_equal(p.wrong, 0);
    static uint32_t kept[OBJECTS][SETS];
    static uint32_t counts[OBJECTS];
    memset(counts, 0, sizeof counts);
    store_view *v = store_view_new(p.s, NULL);
    store_enter(v);
    uint32_t later = 0;
    for (uint32_t number = 0; number < store_count(p.s); number++) {
        uint64_t words[5];
        uint32_t set = store_get(v, number, words);
        uint32_t n = (uint32_t)(pairs ? words[0] * 7 + words[1] : words[0]);
        for (uint32_t i = 0; i < counts[n]; i++)
            assert_true((kept[n][i] & ~set) != 0);
        kept[n][counts[n]++] = set;
        later += counts[n] > 1;
    }
    assert_true(later > OBJECTS);
    store_leave(v);
    store_view_free(v);
    store_free(p.s);
}

static void test_store_pruned(void **state)
{
    (void)state;
    prune_store(true);
    prune_store(false);
}

// Entries are as wide as it takes; what does not fit is kept beside; what was stored
// before keeps its format.
static void put_grown(table *t, table_key k, uint32_t number)
{
    bool fresh;
    if (table_crowded(t))
        table_grow(t);
    assert_int_equal(table_put(t, k, &fresh), number);
    assert_true(fresh);
    assert_int_equal(table_put(t, k, &fresh), number);
    assert_false(fresh);
}

static uint64_t entry_bytes(const table *t)
{
    return table_bytes(t) - t->slot_count * sizeof *t->slots;
}

// Small ones; then, in the third row, some that nobody could expect.
static table_key a_key(uint32_t n, table_kind kind)
{
    bool odd = n > 2 * SEGMENT && n % 1000 == 0;
    if (kind == TABLE_WORDS)
        return (table_key){odd ? n * UINT64_C(0x123456789ABC) : n, 0};
    return (table_key){(uint64_t)(odd ? UINT32_MAX - n : n % 300) << 32 | n,
                       kind == TABLE_PAIRS ? 0 : n % 13};
}

static void test_table(void **state)
{
    (void)state;
    enum { MANY = 3 * SEGMENT };
    // In the second row: 14 bits; 9 + 14, and a bit more each; 9 + 14 + 4, and so on.
    static const uint64_t first[] = {8, 5, 8, 8}, second[] = {2, 4, 4, 4};
    for (table_kind kind = TABLE_WORDS; kind <= TABLE_GROUPS; kind++) {
        table *t = memory_new(1, sizeof *t);
        table_init(t, 1 << 14, kind);
        for (uint32_t n = 0; n < MANY; n++) {
            if (n == SEGMENT)
                assert_int_equal(entry_bytes(t), SEGMENT * first[kind]);
            if (n == 2 * SEGMENT)
                assert_int_equal(entry_bytes(t), SEGMENT * (first[kind] + second[kind]));
            put_grown(t, a_key(n, kind), n);
        }
        for (uint32_t n = 0; n < MANY; n++) {
            table_key k = table_get(t, n), wanted = a_key(n, kind);
            assert_true(k.key == wanted.key && k.third == wanted.third);
        }
        table_fini(t);
        free(t);
    }
}

static void all_ones(uint8_t parts, uint64_t most)
{
    segment *g = segment_new(parts, (const uint64_t[3]){most, most, most});
    uint32_t ones[3];
    for (int i = 0; i < 3; i++)
        ones[i] = (uint32_t)((UINT64_C(1) << g->bits[i]) - 1);
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t a = i & 1 ? ones[0] : i & 8 ? (uint64_t)ones[0] / 2 : UINT32_MAX;
        uint64_t b = i & 2 ? ones[1] : i & 16 ? 0 : UINT32_MAX;
        uint32_t c = parts == 2 ? 0 : i & 4 ? ones[2] : i & 32 ? ones[2] / 3 : UINT32_MAX;
        segment_put(g, i, (table_key){a << 32 | b, c});
        assert_true(segment_get(g, i).key == (a << 32 | b) && segment_get(g, i).third == c);
    }
    segment_free(g);
}

// All ones is what marks an entry that is kept beside: as a key it must come back too.
static void test_all_ones(void **state)
{
    (void)state;
    const uint64_t words[] = {0xFF, 0xFE, 0, 0x1FF, UINT64_MAX};
    segment *w = segment_new(1, (const uint64_t[3]){0xFF});
    for (uint32_t i = 0; i < 5; i++) {
        segment_put(w, i, (table_key){words[i], 0});
        assert_true(segment_get(w, i).key == words[i]);
    }
    assert_int_equal(w->size, 1);
    for (uint32_t bits = 1; bits <= 32; bits++)
        for (uint8_t parts = 2; parts <= 3; parts++)
            all_ones(parts, (UINT64_C(1) << bits) - 1);
    segment_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store),        cmocka_unit_test(test_store_shared),
        cmocka_unit_test(test_store_pruned), cmocka_unit_test(test_table),
        cmocka_unit_test(test_all_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
