// SPDX-License-Identifier: MIT
// The interpreter and the compiled model agree: on random walks through every
// model in objects/ and tests/verify/models, each move made by both arrives at
// the same state or fails in the same way.

#include "model/interpret/interpret.h"
#include "setting.h"
#include "walks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WALK = 300, SEED = 7 };

typedef struct follower {
    walker walk;
    uint32_t compared;
} follower;

static void compare(follower *w, const move *m, const int32_t *after, const run *was)
{
    static int32_t again[WALKS_CELLS];
    size_t size = w->walk.s->p->layout.cells * sizeof *again;
    run r = {.given = m->used};
    memcpy(r.choice, m->choice, sizeof r.choice);
    memcpy(again, w->walk.here, size);
    move same = *m;
    system_interpret(w->walk.s, again, &same, &r);
    w->compared++;
    if (r.problem != was->problem || r.lin != was->lin || r.lins != was->lins ||
        (r.problem ? r.where != was->where : memcmp(again, after, size) != 0))
        fail_msg("%s: thread %u, pc %u: interpreted otherwise", w->walk.file, m->thread, m->pc);
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    follower *w = context;
    const move *m = &path->path[0];
    assert_int_equal(path->path_count, 1);
    if (m->kind != LABEL_RETURN)
        compare(w, m, after, &path->run);
    walks_offer(&w->walk, path, after);
    return true;
}

static uint32_t walk_instance(const char *file, const instance *v, uint64_t number)
{
    static follower w;
    error e = {0};
    lp_pool *pool = lp_pool_new();
    limits l = {0};
    limits_start(&l);
    transition_system s;
    system_options o = walks_bounds(v, v->threads, number % 2, &l);
    w.compared = 0;
    setting_compiler(number, 6);
    if (system_init(&s, v, &o, pool, &e)) {
        w = (follower){.walk = {.s = &s, .file = file}};
        rng_init(&w.walk.r, SEED);
        walks_go(&w.walk, WALK, visit);
        system_fini(&s);
    }
    lp_pool_free(pool);
    return w.compared;
}

static void test_walks(void **state)
{
    (void)state;
    assert_true(walks_all(true, "moves", walk_instance) > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
