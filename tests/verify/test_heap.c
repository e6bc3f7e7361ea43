// SPDX-License-Identifier: MIT
// The canonical form of a heap does not depend on how its nodes are numbered, and loses
// nothing that is reachable.

#include "base/random.h"
#include "verify/canonical/heap_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

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
    heap_init(&canonical, &l, HEAP_CANONICAL);
    heap_init(&raw, &l, HEAP_RAW);
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

static uint32_t used(const int32_t *cells)
{
    uint32_t count = 0;
    for (int n = 0; n < NODES; n++)
        count += cells[ROOTS + n * STRIDE] != NODE_FREE;
    return count;
}

// Garbage stays as it is while a node is free, and goes all at once when none is; what can
// be reached is the same either way.
static void test_late_heap(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 3);
    pointer_field roots[ROOTS];
    layout l = make_layout(roots);
    heap canonical, raw, late;
    heap_init(&canonical, &l, HEAP_CANONICAL);
    heap_init(&raw, &l, HEAP_RAW);
    heap_init(&late, &l, HEAP_LATE);
    int full = 0, stayed = 0;
    for (int i = 0; i < 20000; i++) {
        int32_t one[CELLS], kept[CELLS], collected[CELLS], first[CELLS], second[CELLS];
        any_heap(&r, one);
        for (int n = 0; n < NODES; n++) // those that nothing points to may be free
            if (rng_below(&r, 2)) {
                int32_t *node = one + ROOTS + n * STRIDE;
                heap_normalise(&raw, one, collected);
                if (collected[ROOTS + n * STRIDE] == NODE_FREE)
                    memset(node, 0, STRIDE * sizeof *node);
            }
        heap_normalise(&raw, one, collected);
        heap_normalise(&late, one, kept);
        bool none_left = used(one) == NODES;
        assert_memory_equal(kept, none_left ? collected : one, sizeof kept);
        heap_normalise(&canonical, one, first);
        heap_normalise(&canonical, kept, second);
        assert_memory_equal(first, second, sizeof first);
        full += none_left && used(collected) < NODES;
        stayed += !none_left && used(collected) < used(one);
    }
    assert_true(full > 100 && stayed > 100);
    heap_fini(&canonical);
    heap_fini(&raw);
    heap_fini(&late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canonical_heap),
        cmocka_unit_test(test_late_heap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
