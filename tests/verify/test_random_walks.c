// SPDX-License-Identifier: MIT
// Random walks through random automata, against tables (automaton_tables.h): every step that is
// made is one of the table, walks see every state if they are long enough and find what is wrong,
// and they are the same on one thread and on two. A walk that is made shorter still leads to what
// was found.

#include "automaton_tables.h"
#include "judge/evidence/verdict.h"
#include "model/model.h"
#include "setting.h"
#include "verify/verify.h"
#include "verify/walk/random_walks.h"
#include "verify/walk/walk_sampler.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct watched {
    const automaton_table *t;
    const transition_system *s;
    pthread_mutex_t lock;
    bool seen[MOST];
    bool wrong;
} watched;

static uint32_t state_of(const program *p, const int32_t *cells)
{
    uint32_t v[VARIABLES];
    for (uint32_t i = 0; i < VARIABLES; i++)
        v[i] = (uint32_t)cells[p->layout.variable[i]];
    return table_number(v);
}

static void watch(void *context, const seen_transition *x)
{
    watched *w = context;
    const program *p = w->s->p;
    uint32_t from = state_of(p, x->before), to = state_of(p, x->after);
    const action *a = &w->t->actions[x->move->method];
    uint32_t argument = (uint32_t)w->s->offers[x->move->offer].args[0];
    uint32_t choice = x->move->used ? x->move->choice[0] : 0;
    pthread_mutex_lock(&w->lock);
    w->wrong |= table_after(w->t, from, a, argument, choice) != to;
    w->seen[from] = w->seen[to] = true;
    pthread_mutex_unlock(&w->lock);
}

// Every state is seen again and again: 64 at most, and walks are of 200 steps.
static void compare(const automaton_table *t, const char *written, uint64_t seed)
{
    error e = {0};
    found f;
    limits l = {0};
    limits_start(&l);
    table_enumerate(t, &f);
    model *m = model_read("random.lin", written, strlen(written), &e);
    assert_non_null(m);
    lp_pool *pool = lp_pool_new();
    system_options bounds = {.threads = 1, .nodes = 1, .items = 1, .limits = &l};
    transition_system s;
    const instance *v = &m->instances[0];
    assert_true(system_init(&s, v, &bounds, pool, &e));
    watched w = {.t = t, .s = &s};
    pthread_mutex_init(&w.lock, NULL);
    search_options o = {.jobs = 2, .wide = true, .told = watch, .context = &w, .limits = &l};
    search q;
    search_init(&q, &s, property_none(), &o);
    walk_options walk = {.steps = 20000, .length = 200, .seed = seed};
    random_walks *r = random_walks_run(&q, &walk);
    const walk_statistics *c = r->covered;
    w.seen[0] = true;
    if (w.wrong || memcmp(w.seen, f.seen, sizeof f.seen) != 0)
        fail_msg("seed %d: another graph\n%s", (int)seed, written);
    // From a start where nothing is enabled there are walks without steps, for ever.
    assert_true(q.end == SEARCH_COMPLETE && (c->all.steps >= walk.steps || !c->deepest));
    assert_true(fabs(sketch_estimate(&c->all.states) - f.count) < 0.05 * f.count + 1);
    uint64_t taken = 0;
    for (uint32_t i = 0; i < c->method_count; i++)
        taken += c->all.taken[i];
    assert_true(taken == c->all.steps && c->deepest <= walk.length);
    assert_true(f.deadlock || c->ended == 0);
    random_walks_free(r);
    search_fini(&q);
    pthread_mutex_destroy(&w.lock);
    system_fini(&s);
    lp_pool_free(pool);
    model_free(m);
}

// What a verdict says, in JSON, by so many threads.
static char *judged(const char *written, uint32_t jobs, uint64_t seed, lp_outcome *outcome)
{
    error e = {0};
    limits l = {0};
    limits_start(&l);
    model *m = model_read("random.lin", written, strlen(written), &e);
    assert_non_null(m);
    lp_pool *pool = lp_pool_new();
    lp_verdict v;
    lp_verdict_init(&v);
    verify_options o = {.limits = &l, .jobs = jobs};
    o.walk = (walk_options){.steps = 5000, .length = 100, .seed = seed};
    if (!verify_instance(&m->instances[0], &o, pool, &v, &e))
        fail_msg("%s\n%s", e.message, written);
    *outcome = v.outcome;
    assert_true(v.outcome == LP_UNKNOWN || v.rechecked || !v.trace_count);
    text out = {0};
    verdict_write_json(&v, &out);
    lp_verdict_fini(&v);
    lp_pool_free(pool);
    model_free(m);
    return text_take(&out);
}

static void test_walks(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 36), first = setting("LINCHPIN_SEED", 1);
    uint32_t found_wrong = 0, found_nothing = 0;
    for (uint64_t seed = first; seed < first + models; seed++) {
        rng r;
        automaton_table t;
        found f;
        lp_outcome one, two;
        claimed what = (claimed)(seed % CLAIMS);
        rng_init(&r, seed);
        table_random(&r, &t);
        table_enumerate(&t, &f);
        char *written = table_write(&t, what);
        if (what == REACHABLE)
            compare(&t, written, seed);
        char *a = judged(written, 1, seed, &one), *b = judged(written, 2, seed, &two);
        bool right = what == INVARIANT ? f.always : what == REACHABLE || !f.deadlock;
        if (one != (right ? LP_UNKNOWN : LP_VIOLATED))
            fail_msg("seed %d: outcome %d\n%s", (int)seed, (int)one, written);
        assert_string_equal(a, b);
        found_wrong += one == LP_VIOLATED;
        found_nothing += one == LP_UNKNOWN;
        free(a);
        free(b);
        free(written);
    }
    assert_true(found_wrong > 3 && found_nothing > 3);
}

static void test_sketch(void **state)
{
    (void)state;
    static state_sketch all, parts[4];
    rng r;
    rng_init(&r, 7);
    for (uint32_t n = 1; n <= 1000000; n++) {
        uint64_t hash = rng_next(&r);
        sketch_add(&all, hash);
        sketch_add(&parts[n % 4], hash);
        sketch_add(&parts[(n + 1) % 4], hash);
        if (n == 10 || n == 1000 || n == 30000 || n == 1000000)
            assert_true(fabs(sketch_estimate(&all) - n) < 0.06 * n + 1);
    }
    for (uint32_t i = 1; i < 4; i++)
        sketch_merge(&parts[0], &parts[i]);
    assert_memory_equal(&parts[0], &all, sizeof all);
}

static void test_depths(void **state)
{
    (void)state;
    uint64_t taken[1] = {0};
    walk_statistics *w = walk_statistics_new(1);
    for (uint64_t n = 1; n <= 100; n++)
        walk_statistics_add(w, &(walk_cover){.steps = n, .taken = taken});
    assert_int_equal(walk_statistics_depth(w, 50), 50);
    assert_int_equal(walk_statistics_depth(w, 90), 90);
    assert_int_equal(walk_statistics_depth(w, 100), 100);
    walk_statistics_add(w, &(walk_cover){.steps = 1000000007, .taken = taken});
    uint64_t last = walk_statistics_depth(w, 100);
    assert_true(last <= 1000000007 && last > 1000000007 - 1000000007 / 500);
    walk_statistics_add(w, &(walk_cover){.steps = 1ull << 53, .taken = taken});
    assert_true(walk_statistics_depth(w, 100) == 1ull << 53);
    assert_int_equal(w->walks, 102);
    walk_statistics_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_sketch),
                                       cmocka_unit_test(test_depths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
