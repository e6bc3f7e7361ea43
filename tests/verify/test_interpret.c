// SPDX-License-Identifier: MIT
// The interpreter and the compiled model agree: on random walks through every
// model in objects/ and tests/verify/models, each move made by both arrives at
// the same state or fails in the same way.

#include "base/random.h"
#include "model/interpret.h"
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

enum { WALK = 300, CELLS = 4096 };

typedef struct walker {
    const space *s;
    const char *file;
    rng r;
    int32_t here[CELLS], next[CELLS];
    uint32_t seen, compared;
} walker;

static void compare(walker *w, const move *m, const int32_t *after, const run *was)
{
    static int32_t again[CELLS];
    size_t size = w->s->p->layout.cells * sizeof *again;
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    memcpy(again, w->here, size);
    memcpy(again, after, w->s->p->layout.shared * sizeof *again);
    if (m->kind == MOVE_CALL)
        interpret_call(w->s->p, again, m->thread, m->method, w->s->calls[m->call].args, &r);
    else
        interpret_step(w->s->p, again, m->thread, &r);
    w->compared++;
    if (r.problem != was->problem || r.lin != was->lin || r.lins != was->lins ||
        (r.problem ? r.where != was->where : memcmp(again, after, size) != 0))
        fail_msg("%s: thread %u, pc %u: interpreted otherwise", w->file, m->thread, m->pc);
}

// Each way is as likely as every other.
static bool visit(void *context, const mover *path, const int32_t *after)
{
    walker *w = context;
    const move *m = &path->path[0];
    assert_int_equal(path->path_count, 1);
    if (m->kind != MOVE_RETURN)
        compare(w, m, after, &path->run);
    if (!path->run.problem && rng_below(&w->r, ++w->seen) == 0)
        memcpy(w->next, after, w->s->p->layout.cells * sizeof *after);
    return true;
}

static uint32_t walk(const char *file, const model *m, const instance *v, bool clear)
{
    error e = {0};
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    space s;
    space_options o = {.threads = v->threads,
                       .nodes = 12,
                       .reuse = v->reuse,
                       .clear = clear,
                       .has_range = v->has_range,
                       .low = v->low,
                       .high = v->high,
                       .operations = v->operations,
                       .has_capacity = v->has_capacity,
                       .capacity = v->capacity,
                       .limits = &l};
    uint32_t compared = 0;
    if (space_init(&s, m, v, &o, pool, &e)) {
        static walker w;
        static mover way;
        run r;
        w = (walker){.s = &s, .file = file};
        rng_init(&w.r, 7);
        assert_true(s.p->layout.cells <= CELLS);
        mover_init(&way, &s, false, false, true);
        space_start(&s, w.here, &r);
        for (int i = 0; i < WALK && !r.problem; i++) {
            w.seen = 0;
            mover_expand(&way, w.here, visit, &w);
            if (!w.seen)
                break;
            heap_normalise(&way.heap, w.next, w.here);
        }
        compared = w.compared;
        mover_fini(&way);
        space_fini(&s);
    }
    lp_pool_free(pool);
    return compared;
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
    glob("tests/verify/failing/*.lin", GLOB_APPEND, NULL, &files);
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
            compared += walk(files.gl_pathv[i], m, &m->instances[k], (i + k) % 2);
        model_free(m);
    }
    printf("%u moves of %zu models\n", compared, files.gl_pathc);
    assert_true(compared > 10000);
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
