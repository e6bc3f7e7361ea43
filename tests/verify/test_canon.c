// SPDX-License-Identifier: MIT
// On random walks through every model: threads change places, nodes are numbered anew,
// values that are mere data are called otherwise; the canonical form stays the same, and
// is its own. So does the state of an observer that has marks for threads and for values: it
// belongs to the order and the names that were chosen.

#include "verify/canonical/canonical_form.h"
#include "walks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WALK = 400, AGAIN = 4, THREADS = 3 };
// An observer's state: two bits for each thread, and above them one for each value.
enum { THREAD_BITS = 2, VALUES_FROM = THREAD_BITS * (THREADS + 1) };

typedef struct turner {
    walker walk;
    const scalarset *scalarset; // NULL: values keep their names
    canon canon;
    uint32_t compared;
} turner;

static void shuffle(rng *r, uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        list[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)rng_below(r, i), swap = list[k];
        list[k] = list[i - 1];
        list[i - 1] = swap;
    }
}

static uint32_t mark_of(uint32_t observed, uint32_t thread)
{
    return observed >> (THREAD_BITS * thread) & ((1u << THREAD_BITS) - 1);
}

// As canon_observed: thread order[i] is called i.
static uint32_t reorder_marks(void *context, uint32_t observed, const uint32_t *order)
{
    const turner *w = context;
    uint32_t turned = observed >> VALUES_FROM << VALUES_FROM;
    for (uint32_t i = 0; i < w->walk.s->p->threads; i++)
        turned |= mark_of(observed, order[i]) << (THREAD_BITS * i);
    return turned;
}

// As canon_renamed: value number i is called to[i].
static uint32_t rename_marks(void *context, uint32_t observed, const uint32_t *to)
{
    const turner *w = context;
    uint32_t turned = observed & ((1u << VALUES_FROM) - 1);
    for (uint32_t i = 0; i < w->scalarset->count; i++)
        turned |= (observed >> (VALUES_FROM + i) & 1) << (VALUES_FROM + to[i]);
    return turned;
}

// An idle thread has none: observers know of operations only.
static uint32_t random_marks(turner *w, const int32_t *cells)
{
    const layout *l = &w->walk.s->p->layout;
    uint32_t marks = 0;
    for (uint32_t t = 0; t < w->walk.s->p->threads; t++)
        if (cells[l->threads + t * l->thread_stride + THREAD_PC] != PC_IDLE)
            marks |= (uint32_t)rng_below(&w->walk.r, 1u << THREAD_BITS) << (THREAD_BITS * t);
    for (uint32_t i = 0; w->scalarset && i < w->scalarset->count; i++)
        marks |= (uint32_t)rng_below(&w->walk.r, 2) << (VALUES_FROM + i);
    return marks;
}

// Each class of threads among itself.
static void turn_threads(turner *w, const int32_t *in, int32_t *out, uint32_t *marks)
{
    const layout *l = &w->walk.s->p->layout;
    uint32_t count = w->walk.s->p->threads, order[MODEL_MAX_THREADS + 1];
    shuffle(&w->walk.r, order, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; w->walk.s->classes[order[i]] != w->walk.s->classes[i] && k < count;
             k++)
            if (w->walk.s->classes[order[k]] == w->walk.s->classes[i]) {
                uint32_t swap = order[i];
                order[i] = order[k];
                order[k] = swap;
            }
    *marks = reorder_marks(w, *marks, order);
    memcpy(out, in, l->cells * sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        memcpy(out + l->threads + (size_t)i * l->thread_stride,
               in + l->threads + (size_t)order[i] * l->thread_stride,
               l->thread_stride * sizeof *out);
}

static int32_t number(uint32_t (*to)[WALKS_NODES], uint32_t of, int32_t pointer)
{
    return pointer ? (int32_t)to[of][pointer - 1] + 1 : 0;
}

static void turn_nodes(turner *w, const int32_t *in, int32_t *out)
{
    const layout *l = &w->walk.s->p->layout;
    uint32_t to[MODEL_MAX_RECORDS][WALKS_NODES];
    memcpy(out, in, l->cells * sizeof *out);
    for (uint32_t h = 0; h < l->heap_count; h++)
        shuffle(&w->walk.r, to[h], l->nodes);
    for (uint32_t i = 0; i < l->root_count; i++)
        out[l->roots[i].offset] = number(to, l->roots[i].record, in[l->roots[i].offset]);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 0; n < l->nodes; n++) {
            const heap_layout *k = &l->heaps[h];
            const int32_t *from = in + k->start + (size_t)n * k->stride;
            int32_t *node = out + k->start + (size_t)to[h][n] * k->stride;
            memcpy(node, from, k->stride * sizeof *node);
            for (uint32_t f = 0; f < k->pointer_count; f++)
                node[k->pointers[f].offset] =
                    number(to, k->pointers[f].record, from[k->pointers[f].offset]);
        }
}

static void rename_all(const turner *w, const uint32_t *to, int32_t *cells, const uint32_t *which,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (uint32_t)cells[which[i]] - (uint32_t)w->scalarset->low;
        if (k < w->scalarset->count)
            cells[which[i]] = w->scalarset->low + (int32_t)to[k];
    }
}

static void turn_values(turner *w, int32_t *cells, uint32_t *marks)
{
    const layout *l = &w->walk.s->p->layout;
    uint32_t to[SCALARSET_MAX_VALUES];
    shuffle(&w->walk.r, to, w->scalarset->count);
    *marks = rename_marks(w, *marks, to);
    rename_all(w, to, cells, w->scalarset->shared, w->scalarset->shared_count);
    for (uint32_t t = 0; t < w->walk.s->p->threads; t++)
        rename_all(w, to, cells + l->threads + (size_t)t * l->thread_stride, w->scalarset->thread,
                   w->scalarset->thread_count);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 0; n < l->nodes; n++)
            rename_all(w, to, cells + l->heaps[h].start + (size_t)n * l->heaps[h].stride,
                       w->scalarset->fields[h], w->scalarset->field_count[h]);
}

static void compare(turner *w, const int32_t *cells)
{
    static int32_t turned[WALKS_CELLS], other[WALKS_CELLS], first[WALKS_CELLS], second[WALKS_CELLS];
    size_t size = w->walk.s->p->layout.cells * sizeof *cells;
    uint32_t marks = random_marks(w, cells), turned_marks = marks;
    turn_threads(w, cells, turned, &turned_marks);
    turn_nodes(w, turned, other);
    if (w->scalarset)
        turn_values(w, other, &turned_marks);
    uint32_t of_first = canon_make(&w->canon, cells, marks, first);
    uint32_t of_second = canon_make(&w->canon, other, turned_marks, second);
    w->compared++;
    if (memcmp(first, second, size) != 0)
        fail_msg("%s: two forms of one state", w->walk.file);
    if (of_first != of_second)
        fail_msg("%s: two observers' states of one state: %x, %x", w->walk.file, of_first,
                 of_second);
    uint32_t again = canon_make(&w->canon, first, of_first, second);
    if (memcmp(first, second, size) != 0 || again != of_first)
        fail_msg("%s: the canonical form is not its own", w->walk.file);
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    turner *w = context;
    if (!path->run.problem)
        compare(w, after);
    walks_offer(&w->walk, path, after);
    return true;
}

static uint32_t walk_instance(const char *file, const instance *v, uint64_t number)
{
    static turner w;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    transition_system s;
    system_options o = walks_bounds(v, THREADS, number % 2, &l);
    w.compared = 0;
    if (system_init(&s, v, &o, pool, &e)) {
        scalarset d;
        scalarset_find(&d, s.p, v, true);
        w = (turner){.walk = {.s = &s, .file = file}, .scalarset = d.count > 1 ? &d : NULL};
        canon_init(&w.canon, s.p, HEAP_CANONICAL, s.p->threads > 1, s.classes, w.scalarset);
        w.canon.observed = reorder_marks;
        w.canon.renamed = rename_marks;
        w.canon.context = &w;
        for (uint64_t again = 0; again < AGAIN; again++) {
            rng_init(&w.walk.r, number * AGAIN + again);
            walks_go(&w.walk, WALK, visit);
        }
        canon_fini(&w.canon);
        scalarset_fini(&d);
        system_fini(&s);
    }
    lp_pool_free(pool);
    return w.compared;
}

static void test_walks(void **state)
{
    (void)state;
    assert_true(walks_all(false, "states", walk_instance) > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
