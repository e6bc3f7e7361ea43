// SPDX-License-Identifier: MIT
// On random walks through every model: threads change places, nodes are numbered anew,
// values that are mere data are called otherwise; the canonical form stays the same, and
// is its own.

#include "base/random.h"
#include "model/model.h"
#include "verify/canon.h"
#include "verify/mover.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WALK = 400, CELLS = 8192, NODES = 12 };

typedef struct walker {
    const space *s;
    const data_cells *data; // NULL: values keep their names
    const char *file;
    rng r;
    canon canon;
    int32_t here[CELLS], next[CELLS];
    uint32_t seen, compared;
} walker;

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

// Each class of threads among itself.
static void turn_threads(walker *w, const int32_t *in, int32_t *out)
{
    const layout *l = &w->s->p->layout;
    uint32_t count = w->s->p->threads, order[MODEL_MAX_THREADS + 1];
    shuffle(&w->r, order, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; w->s->classes[order[i]] != w->s->classes[i] && k < count; k++)
            if (w->s->classes[order[k]] == w->s->classes[i]) {
                uint32_t swap = order[i];
                order[i] = order[k];
                order[k] = swap;
            }
    memcpy(out, in, l->cells * sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        memcpy(out + l->threads + (size_t)i * l->thread_stride,
               in + l->threads + (size_t)order[i] * l->thread_stride,
               l->thread_stride * sizeof *out);
}

static int32_t number(uint32_t (*to)[NODES], uint32_t of, int32_t pointer)
{
    return pointer ? (int32_t)to[of][pointer - 1] + 1 : 0;
}

static void turn_nodes(walker *w, const int32_t *in, int32_t *out)
{
    const layout *l = &w->s->p->layout;
    uint32_t to[MODEL_MAX_RECORDS][NODES];
    memcpy(out, in, l->cells * sizeof *out);
    for (uint32_t h = 0; h < l->heap_count; h++)
        shuffle(&w->r, to[h], l->nodes);
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

static void rename_all(const walker *w, const uint32_t *to, int32_t *cells, const uint32_t *which,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (uint32_t)cells[which[i]] - (uint32_t)w->data->low;
        if (k < w->data->count)
            cells[which[i]] = w->data->low + (int32_t)to[k];
    }
}

static void turn_values(walker *w, int32_t *cells)
{
    const layout *l = &w->s->p->layout;
    uint32_t to[DATA_MAX_VALUES];
    shuffle(&w->r, to, w->data->count);
    rename_all(w, to, cells, w->data->shared, w->data->shared_count);
    for (uint32_t t = 0; t < w->s->p->threads; t++)
        rename_all(w, to, cells + l->threads + (size_t)t * l->thread_stride, w->data->thread,
                   w->data->thread_count);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 0; n < l->nodes; n++)
            rename_all(w, to, cells + l->heaps[h].start + (size_t)n * l->heaps[h].stride,
                       w->data->fields[h], w->data->field_count[h]);
}

static void compare(walker *w, const int32_t *cells)
{
    static int32_t turned[CELLS], other[CELLS], first[CELLS], second[CELLS];
    size_t size = w->s->p->layout.cells * sizeof *cells;
    turn_threads(w, cells, turned);
    turn_nodes(w, turned, other);
    if (w->data)
        turn_values(w, other);
    canon_make(&w->canon, cells, 1, first);
    canon_make(&w->canon, other, 1, second);
    w->compared++;
    if (memcmp(first, second, size) != 0)
        fail_msg("%s: two forms of one state", w->file);
    canon_make(&w->canon, first, 1, second);
    if (memcmp(first, second, size) != 0)
        fail_msg("%s: the canonical form is not its own", w->file);
}

// Each way is as likely as every other.
static bool visit(void *context, const mover *path, const int32_t *after)
{
    walker *w = context;
    if (path->run.problem)
        return true;
    compare(w, after);
    if (rng_below(&w->r, ++w->seen) == 0)
        memcpy(w->next, after, w->s->p->layout.cells * sizeof *after);
    return true;
}

static void walk(walker *w)
{
    static mover way;
    run r;
    mover_init(&way, w->s, false, false, true);
    space_start(w->s, w->here, &r);
    for (int i = 0; i < WALK && !r.problem; i++) {
        w->seen = 0;
        mover_expand(&way, w->here, visit, w);
        if (!w->seen)
            break;
        heap_normalise(&way.heap, w->next, w->here);
    }
    mover_fini(&way);
}

static uint32_t walk_instance(const char *file, const model *m, const instance *v, uint64_t seed)
{
    static walker w;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    space s;
    space_options o = {.threads = v->threads > 3 ? 3 : v->threads,
                       .nodes = NODES,
                       .reuse = v->reuse,
                       .clear = seed % 2,
                       .has_range = v->has_range,
                       .low = v->low,
                       .high = v->high,
                       .operations = v->operations,
                       .has_capacity = v->has_capacity,
                       .capacity = v->capacity,
                       .limits = &l};
    w.compared = 0;
    if (space_init(&s, m, v, &o, pool, &e)) {
        data_cells d;
        data_find(&d, s.p, v, true);
        assert_true(s.p->layout.cells <= CELLS);
        w = (walker){.s = &s, .data = d.count > 1 ? &d : NULL, .file = file};
        rng_init(&w.r, seed);
        canon_init(&w.canon, s.p, false, s.p->threads > 1, s.classes, w.data);
        walk(&w);
        canon_fini(&w.canon);
        data_fini(&d);
        space_fini(&s);
    }
    lp_pool_free(pool);
    return w.compared;
}

static void test_walks(void **state)
{
    (void)state;
    glob_t files = {0};
    // CMake compiles with whole paths: from this file to the models.
    char root[4096];
    snprintf(root, sizeof root, "%s", __FILE__);
    char *tail = strstr(root, "/tests/verify/");
    assert_non_null(tail);
    *tail = 0;
    assert_int_equal(chdir(root), 0);
    glob("objects/*/*.lin", 0, NULL, &files);
    glob("tests/verify/models/*.lin", GLOB_APPEND, NULL, &files);
    uint32_t compared = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        static char bytes[1 << 16];
        error e = {0};
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        model *m = model_read(files.gl_pathv[i], bytes, length, &e);
        for (uint32_t k = 0; m && k < m->instance_count; k++)
            compared += walk_instance(files.gl_pathv[i], m, &m->instances[k], i + k);
        model_free(m);
    }
    printf("%u states of %zu models\n", compared, files.gl_pathc);
    assert_true(compared > 10000);
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
