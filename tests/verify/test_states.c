// SPDX-License-Identifier: MIT
// Storing is lossless and injective; the canonical form of a heap does not
// depend on how its nodes are numbered, and loses nothing that is reachable.

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "verify/heap.h"
#include "verify/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Against an array that is searched from the front.
static void test_store(void **state)
{
    (void)state;
    enum { MOST = 3000 };
    rng r;
    rng_init(&r, 3);
    for (uint32_t words = 1; words < 12; words++) {
        store *s = store_new(words, words / 4 * STORE_BLOCK, 1);
        store_view *v = store_view_new(s);
        uint64_t *known = memory_new((size_t)MOST * words, sizeof *known), one[12], back[12];
        uint32_t count = 0;
        store_enter(v);
        for (int i = 0; i < MOST; i++) {
            for (uint32_t k = 0; k < words; k++)
                one[k] = rng_below(&r, 40) ? rng_below(&r, 3) : rng_next(&r);
            if (count && rng_below(&r, 2))
                store_get(v, (uint32_t)rng_below(&r, count), back);
            uint32_t at = 0;
            while (at < count && memcmp(known + (size_t)at * words, one, words * sizeof *one) != 0)
                at++;
            bool fresh;
            assert_int_equal(store_put(v, one, &fresh), at);
            assert_true(fresh == (at == count));
            memcpy(known + (size_t)at * words, one, words * sizeof *one);
            count += at == count;
            store_get(v, at, back);
            assert_memory_equal(one, back, words * sizeof *one);
        }
        store_leave(v);
        assert_int_equal(store_count(s), count);
        free(known);
        store_view_free(v);
        store_free(s);
    }
}

typedef struct crowd {
    store *s;
    uint32_t *numbers[4]; // what each thread was told
    _Atomic uint32_t fresh;
} crowd;

enum { CROWD = 200000 };

static void put_all(void *context, uint32_t thread)
{
    crowd *c = context;
    store_view *v = store_view_new(c->s);
    store_enter(v);
    for (uint32_t i = 0; i < CROWD; i++) {
        // Every thread enters the same states, in an order of its own.
        uint64_t n = ((uint64_t)i * 7919 + thread * 50000) % CROWD;
        uint64_t words[3] = {n, n % 7, n / 3};
        bool fresh;
        c->numbers[thread][n] = store_put(v, words, &fresh);
        c->fresh += fresh;
        if (i % 1000 == 0) {
            store_leave(v);
            store_enter(v);
        }
    }
    store_leave(v);
    store_view_free(v);
}

static void test_store_shared(void **state)
{
    (void)state;
    crowd c = {.s = store_new(3, 2, 4)};
    for (int t = 0; t < 4; t++)
        c.numbers[t] = memory_new(CROWD, sizeof **c.numbers);
    parallel(4, put_all, &c);
    assert_int_equal(c.fresh, CROWD);
    assert_int_equal(store_count(c.s), CROWD);
    store_view *v = store_view_new(c.s);
    store_enter(v);
    for (uint32_t n = 0; n < CROWD; n++) {
        uint64_t words[3];
        for (int t = 1; t < 4; t++)
            assert_int_equal(c.numbers[0][n], c.numbers[t][n]);
        store_get(v, c.numbers[0][n], words);
        assert_int_equal(words[0], n);
        assert_int_equal(words[2], n / 3);
    }
    store_leave(v);
    store_view_free(v);
    for (int t = 0; t < 4; t++)
        free(c.numbers[t]);
    store_free(c.s);
}

// Pairs of numbers take less room while the numbers are small; what was stored before
// they grew stays as it was.
static void put_grown(table *t, uint64_t key, uint32_t number)
{
    bool fresh;
    if (table_crowded(t))
        table_grow(t);
    assert_int_equal(table_put(t, &key, &fresh), number);
    assert_true(fresh);
    assert_int_equal(table_put(t, &key, &fresh), number);
    assert_false(fresh);
}

static void test_table(void **state)
{
    (void)state;
    enum { SEGMENT = 1 << TABLE_SEGMENT_BITS, MANY = 2 * SEGMENT + 1000, PARTS = 200000 };
    static table parts, pairs;
    table_init(&parts, 1 << 14, 1);
    table_init(&pairs, 1 << 14, 1);
    pairs.of[0] = pairs.of[1] = &parts;
    pairs.ahead = 63; // PARTS more, and a segment might not fit into 24 bits
    uint64_t bytes = 0, key;
    for (uint32_t n = 0; n < MANY; n++) {
        if (n == SEGMENT) {
            bytes = table_bytes(&pairs) - 4 * pairs.slot_count;
            for (uint32_t k = 0; k < PARTS; k++)
                put_grown(&parts, k * UINT64_C(0x123456789AB), k);
        }
        put_grown(&pairs, (uint64_t)(n * 7 % 0xFFFFFF) << 32 | n, n);
    }
    assert_int_equal(bytes, (uint64_t)SEGMENT * 6);
    assert_int_equal(table_bytes(&pairs) - 4 * pairs.slot_count, bytes + (MANY - SEGMENT) * 8);
    for (uint32_t n = 0; n < MANY; n++) {
        table_get(&pairs, n, &key);
        assert_true(key == ((uint64_t)(n * 7 % 0xFFFFFF) << 32 | n));
    }
    table_fini(&parts);
    table_fini(&pairs);
}

enum { ROOTS = 3, NODES = 6, STRIDE = 4, CELLS = ROOTS + NODES * STRIDE };

// One struct {status, value, left, right}, three roots.
static layout make_layout(pointer_field *roots)
{
    layout l = {
        .heap_count = 1, .nodes = NODES, .cells = CELLS, .roots = roots, .root_count = ROOTS};
    l.heaps[0] = (heap_layout){.start = ROOTS, .stride = STRIDE, .pointer_count = 2};
    l.heaps[0].pointers[0] = (pointer_field){2, 0};
    l.heaps[0].pointers[1] = (pointer_field){3, 0};
    for (uint32_t i = 0; i < ROOTS; i++)
        roots[i] = (pointer_field){i, 0};
    return l;
}

static int32_t any_pointer(rng *r)
{
    return (int32_t)rng_below(r, NODES + 1);
}

static void any_heap(rng *r, int32_t *cells)
{
    for (int i = 0; i < ROOTS; i++)
        cells[i] = any_pointer(r);
    for (int n = 0; n < NODES; n++) {
        int32_t *node = cells + ROOTS + n * STRIDE;
        node[0] = rng_below(r, 4) ? NODE_USED : NODE_FREED;
        node[1] = (int32_t)rng_below(r, 2);
        node[2] = any_pointer(r);
        node[3] = any_pointer(r);
    }
}

static void permute(rng *r, const int32_t *in, int32_t *out)
{
    int32_t to[NODES + 1] = {0};
    for (int32_t i = 1; i <= NODES; i++) {
        uint64_t j = rng_below(r, (uint64_t)i) + 1;
        to[i] = to[j];
        to[j] = i;
    }
    for (int i = 0; i < ROOTS; i++)
        out[i] = to[in[i]];
    for (int n = 1; n <= NODES; n++) {
        const int32_t *from = in + ROOTS + (n - 1) * STRIDE;
        int32_t *node = out + ROOTS + (to[n] - 1) * STRIDE;
        node[0] = from[0];
        node[1] = from[1];
        node[2] = to[from[2]];
        node[3] = to[from[3]];
    }
}

// Walks both graphs in step: the same shape from every root?
static bool same_graph(const int32_t *a, const int32_t *b)
{
    int32_t match[NODES + 1] = {0}, back[NODES + 1] = {0}, todo[NODES + 1];
    int count = 0;
    const int32_t *left = a, *right = b;
    int width = ROOTS, done = 0, offset = 0;
    for (;;) {
        for (int i = offset; i < width; i++) {
            int32_t p = left[i], q = right[i];
            if ((p == 0) != (q == 0) || match[p] != (match[p] ? q : 0) ||
                back[q] != (back[q] ? p : 0))
                return false;
            if (p && !match[p]) {
                match[p] = q;
                back[q] = p;
                todo[count++] = p;
            }
        }
        if (done == count)
            return true;
        left = a + ROOTS + (todo[done] - 1) * STRIDE;
        right = b + ROOTS + (match[todo[done]] - 1) * STRIDE;
        done++;
        if (left[0] != right[0] || left[1] != right[1])
            return false;
        offset = 2;
        width = STRIDE;
    }
}

static void test_canonical_heap(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 2);
    pointer_field roots[ROOTS];
    layout l = make_layout(roots);
    heap canonical, raw;
    heap_init(&canonical, &l, false);
    heap_init(&raw, &l, true);
    int different = 0;
    for (int i = 0; i < 20000; i++) {
        int32_t one[CELLS], two[CELLS], first[CELLS], second[CELLS], kept[CELLS];
        any_heap(&r, one);
        permute(&r, one, two);
        heap_normalise(&canonical, one, first);
        heap_normalise(&canonical, two, second);
        assert_memory_equal(first, second, sizeof first);
        assert_true(same_graph(one, first));
        heap_normalise(&canonical, first, second);
        assert_memory_equal(first, second, sizeof first);
        heap_normalise(&raw, one, kept);
        assert_memory_equal(one, kept, ROOTS * sizeof *one);
        assert_true(same_graph(one, kept));
        // Another graph has another form.
        any_heap(&r, two);
        heap_normalise(&canonical, two, second);
        bool same = memcmp(first, second, sizeof first) == 0;
        assert_int_equal(same, same_graph(one, two));
        different += !same;
    }
    assert_true(different > 1000);
    heap_fini(&canonical);
    heap_fini(&raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_store_shared),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_canonical_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
