// SPDX-License-Identifier: MIT
// Invariants that are passed over because a step has changed nothing that they look at, against all of
// them: after each step of random walks from states in which they hold, both find the same.

#include "base/memory.h"
#include "base/random.h"
#include "setting.h"
#include "verify/system/invariant_reads.h"
#include "verify/system/transition_system.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// They look at items, parts of tuples, sets, sequences and channels, some by way of derived variables.
static const char counting[] =
    "enum C { c1, c2, c3 }\n"
    "message more(int 0..3 n);\n"
    "automaton sender(C c) {\n"
    "  int 0..9 sent; (int 0..9 most, bool odd) last; seq<int> log;\n"
    "  internal tell(int 0..3 n) when sent < 9 do {\n"
    "    sent += 1; last = (n, n % 2 == 1); send more(n) to keeper; }\n"
    "  internal note() when log.len() < 3 do log.push(sent);\n"
    "  internal drop() when !log.empty() do log.pop_front();\n"
    "  invariant few { sent < 8 }\n"
    "  invariant small { last.most < 3 || !last.odd || sent < 6 }\n"
    "  invariant logged { log.len() < 3 || log.front() < 5 }\n"
    "}\n"
    "automaton keeper {\n"
    "  int 0..30 sum; set<C> heard;\n"
    "  input receive more(int 0..3 n) from sender[c] do\n"
    "    if (sum < 27) { sum += n; heard.add(c); }\n"
    "  internal reset() when heard.len() == 3 do heard = {};\n"
    "}\n"
    "system s = sender[c in C] || keeper {\n"
    "  channel sender -> keeper reliable;\n"
    "  let waiting(C c) = sender[c].to_keeper.len();\n"
    "  let total = sender[c1].sent + sender[c2].sent + sender[c3].sent;\n"
    "  invariant bounded { keeper.sum < 12 || keeper.heard.len() < 3 }\n"
    "  invariant short { forall c in C : waiting(c) < 4 }\n"
    "  invariant all { total < 14 || (exists c in C : sender[c].sent == 0) }\n"
    "}\n"
    "verify s {}\n";

typedef struct walk {
    transition_system s;
    invariant_reads reads;
    cell_changes changed;
    int32_t *cells, *next, *tried;
    uint64_t passed, failed;
} walk;

// False: one fails.
static bool same(walk *w)
{
    run all = {0}, some = {0};
    w->s.c.invariant(w->tried, &all);
    cell_changes_find(&w->changed, w->cells, w->tried, w->s.p->layout.cells);
    some.held = invariant_reads_held(&w->reads, &w->changed);
    w->passed += (uint64_t)__builtin_popcountll(some.held);
    w->s.c.invariant(w->tried, &some);
    assert_int_equal(all.problem, some.problem);
    assert_int_equal(all.where, some.where);
    w->failed += all.problem != 0;
    return !all.problem;
}

// All steps are compared; one that leads to a state in which all hold is taken.
static bool take_step(walk *w, rng *r)
{
    size_t size = w->s.p->layout.cells * sizeof *w->cells;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < w->s.offer_count; i++) {
        move m;
        run made = {0};
        if (!system_offers(&w->s, w->cells, 0, i, &m))
            continue;
        memcpy(w->tried, w->cells, size);
        system_do(&w->s, w->tried, &m, &made);
        if (!made.problem && !made.blocked && same(w) && rng_below(r, ++possible) == 0)
            memcpy(w->next, w->tried, size);
    }
    return possible > 0;
}

static void take_walks(const char *written, bool watched, uint64_t *passed, uint64_t *failed)
{
    model *m = written_model(written);
    error e = {0};
    lp_pool *pool = lp_pool_new();
    system_options o = {.threads = 1, .nodes = 1, .items = 12};
    walk w = {0};
    assert_true(system_init(&w.s, &m->instances[0], &o, pool, &e));
    size_t cells = w.s.p->layout.cells;
    w.cells = memory_new(cells, sizeof *w.cells);
    w.next = memory_new(cells, sizeof *w.next);
    w.tried = memory_new(cells, sizeof *w.tried);
    w.changed.list = memory_new(cells + 1, sizeof *w.changed.list);
    invariant_reads_init(&w.reads, w.s.p, watched);
    rng r;
    run start;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    system_start(&w.s, w.cells, &start);
    for (uint64_t i = setting("LINCHPIN_CASES", 20000); i > 0; i--) {
        if (!take_step(&w, &r) || rng_below(&r, 40) == 0)
            system_start(&w.s, w.next, &start);
        memcpy(w.cells, w.next, cells * sizeof *w.cells);
    }
    *passed = w.passed;
    *failed = w.failed;
    invariant_reads_fini(&w.reads);
    free(w.cells);
    free(w.next);
    free(w.tried);
    free(w.changed.list);
    system_fini(&w.s);
    lp_pool_free(pool);
    model_free(m);
}

// Both must happen often, or the test would show little.
static void test_same(void **state)
{
    (void)state;
    uint64_t passed, watched, failed;
    take_walks(counting, true, &watched, &failed);
    take_walks(counting, false, &passed, &failed);
    assert_true(failed > 100 && watched > 1000 && passed > watched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
