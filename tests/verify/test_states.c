// SPDX-License-Identifier: MIT
// Coding and storing are lossless and injective; the canonical form of a heap does not
// depend on how its nodes are numbered, and loses nothing that is reachable.

#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"
#include "verify/code.h"
#include "verify/heap.h"
#include "verify/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int32_t any_cell(rng *r)
{
    switch (rng_below(r, 6)) {
    case 0:
    case 1:
    case 2:
        return 0;
    case 3:
        return (int32_t)rng_below(r, 300) - 150;
    case 4:
        return INT32_MIN;
    default:
        return (int32_t)(uint32_t)rng_next(r);
    }
}

static bool fits_a_byte(int32_t c)
{
    return c == INT32_MIN || (c >= -14 && c < 240);
}

static void test_code(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    int narrow = 0;
    for (int i = 0; i < 50000; i++) {
        // Some shared cells, then threads, then a heap.
        uint32_t threads = (uint32_t)rng_below(&r, 3) + 1, stride = (uint32_t)rng_below(&r, 9) + 1;
        layout l = {.threads = (uint32_t)rng_below(&r, 9), .thread_stride = stride};
        l.heap_count = 1;
        l.heaps[0].start = l.threads + threads * stride;
        l.cells = l.heaps[0].start + (uint32_t)rng_below(&r, 20);
        uint32_t extra = (uint32_t)rng_next(&r);
        int32_t cells[60], back[60];
        uint64_t words[60], again[60];
        bool wide = i % 2, fits = true;
        code c;
        code_init(&c, &l, threads, wide);
        for (uint32_t k = 0; k < l.cells; k++) {
            cells[k] = i % 4 ? any_cell(&r) : (int32_t)rng_below(&r, 254) - 14;
            fits &= wide || fits_a_byte(cells[k]);
        }
        memset(words, 0xA5, sizeof words);
        memset(again, 0x5A, sizeof again);
        assert_true(code_cells(&c, cells, extra, words) == fits);
        if (fits) {
            narrow += !wide;
            assert_int_equal(decode_cells(&c, words, back), extra);
            assert_memory_equal(cells, back, l.cells * sizeof *cells);
            assert_true(code_cells(&c, back, extra, again));
            assert_memory_equal(words, again, c.words * sizeof *words);
        }
        code_fini(&c);
    }
    assert_true(narrow > 1000);
}

// Against an array that is searched from the front.
static void test_store(void **state)
{
    (void)state;
    enum { MOST = 3000 };
    rng r;
    rng_init(&r, 3);
    for (uint32_t words = 1; words < 12; words++) {
        store *s = store_new(words, 1);
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
    crowd c = {.s = store_new(3, 4)};
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
        cmocka_unit_test(test_code),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_store_shared),
        cmocka_unit_test(test_canonical_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
