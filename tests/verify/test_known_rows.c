// SPDX-License-Identifier: MIT
// Tables that are filled in from what is known of them, against tables that are filled in by evaluating
// every row: after each step of random walks through simulations, all cells must be the same, and the
// same channels must have been looked at.

#include "base/memory.h"
#include "base/random.h"
#include "model/compose/compose.h"
#include "setting.h"
#include "verify/search/known_rows.h"
#include "verify/system/transition_system.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Clients ask replicas; what is on its way is looked at by one client at a time, and only while it
// waits. So what a row reads depends on the state.
static const char asking[] =
    "enum C { c1, c2 }\n"
    "enum R { r1, r2 }\n"
    "message ask, tell(int 0..3 n);\n"
    "automaton client(C c) {\n"
    "  bool waits; int 0..3 known; set<R> heard;\n"
    "  internal begin() when !waits && known < 3 do { waits = true; heard = {}; send ask to "
    "replica; }\n"
    "  input receive tell(int 0..3 n) from replica[r] do\n"
    "    if (waits) { heard.add(r); if (n > known) known = n; }\n"
    "  internal end() when waits && heard.len() == 2 do waits = false;\n"
    "}\n"
    "automaton replica(R r) {\n"
    "  int 0..3 n;\n"
    "  internal up() when n < 3 do n += 1;\n"
    "  input receive ask from client[c] do send tell(n) to client[c];\n"
    "}\n"
    "system s = client[c in C] || replica[r in R] {\n"
    "  channel client <-> replica reliable;\n"
    "  let hears(C c, R r) = client[c].waits && !(r in client[c].heard)\n"
    "      ? max({n in 0..3 : n == 0 || replica[r].to_client[c].has(tell(n))}) : client[c].known;\n"
    "  let least = min({replica[r].n : r in R});\n"
    "  let waiting = {c in C : client[c].waits};\n"
    "  let fixed = 2;\n"
    "}\n"
    "automaton t { int 0..3 least; internal set(int 0..3 n) do least = n; }\n"
    "simulation f from s to t {\n"
    "  relation a { forall c in C, r in R : hears(c, r) >= 0 && (c in waiting || fixed == 2) }\n"
    "  relation b { t.least == least || t.least < least }\n"
    "}\n"
    "verify f {}\n";

// One row depends on more cells than are kept of a row, the other on few.
static const char long_lists[] =
    "automaton a {\n"
    "  seq<int> p; seq<int> q; int 0..2 n;\n"
    "  internal push(int 0..2 x) when p.len() < 5 do { p.push(x); n = x; }\n"
    "  internal move() when !p.empty() && q.len() < 5 do { q.push(p.front()); p.pop_front(); }\n"
    "  internal drop() when !q.empty() do q.pop();\n"
    "}\n"
    "automaton b { bool done; internal end() do done = true; }\n"
    "simulation f from a to b {\n"
    "  let has(int 0..2 x) = a.p.has(x) || a.q.has(x);\n"
    "  let last = a.n + 1;\n"
    "  relation r { !b.done && (has(0) || has(1) || last > 0) }\n"
    "}\n"
    "verify f {}\n";

typedef struct walk {
    transition_system s;
    known_rows *k;
    int32_t *cells, *known, *filled;
    uint8_t *looked[2];
    uint64_t steps;
} walk;

static void same(const walk *w, const run *a, const run *b)
{
    size_t cells = w->s.p->layout.cells;
    assert_int_equal(a->problem, b->problem);
    assert_int_equal(a->blocked, b->blocked);
    if (a->problem || a->blocked)
        return;
    assert_memory_equal(w->known, w->filled, cells * sizeof *w->known);
    const model *m = w->s.m;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        bool messages = v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
        uint32_t first = w->s.p->layout.variable[i];
        for (uint32_t c = 0; messages && c < variable_cells(w->s.p, v); c++)
            assert_int_equal(w->looked[0][first + c], w->looked[1][first + c]);
    }
}

// One of the moves that are possible, which becomes the next state; all of them are compared.
static bool take_step(walk *w, rng *r, int32_t *next)
{
    size_t cells = w->s.p->layout.cells;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < w->s.offer_count; i++) {
        move m, again;
        if (!system_offers(&w->s, w->cells, 0, i, &m))
            continue;
        again = m;
        run known = {.looked = w->looked[0], .rows = known_rows_source(w->k)};
        run all = {.looked = w->looked[1]};
        memset(w->looked[0], 0, cells);
        memset(w->looked[1], 0, cells);
        memcpy(w->known, w->cells, cells * sizeof *w->known);
        memcpy(w->filled, w->cells, cells * sizeof *w->filled);
        system_do(&w->s, w->known, &m, &known);
        system_do(&w->s, w->filled, &again, &all);
        same(w, &known, &all);
        w->steps++;
        if (!known.problem && !known.blocked && rng_below(r, ++possible) == 0)
            memcpy(next, w->known, cells * sizeof *next);
    }
    return possible > 0;
}

// From the start again where a walk ends; now and then from a state that lies behind.
static void take_walks(walk *w, uint64_t seed, uint64_t states)
{
    size_t size = w->s.p->layout.cells * sizeof *w->cells;
    int32_t *next = memory_new(1, size), *behind = memory_new(1, size);
    rng r;
    run start;
    rng_init(&r, seed);
    system_start(&w->s, w->cells, &start);
    memcpy(behind, w->cells, size);
    for (uint64_t i = 0; i < states; i++) {
        int32_t *filled = memory_new(1, size);
        run all = {0};
        memcpy(filled, w->cells, size);
        w->s.c.fill(filled, &all);
        // As a state is when it comes from the store.
        for (uint32_t v = 0; v < w->s.m->shared_count; v++)
            if (w->s.m->shared[v].derived)
                memset(w->cells + w->s.p->layout.variable[v], 0,
                       variable_cells(w->s.p, &w->s.m->shared[v]) * sizeof *w->cells);
        known_rows_base(w->k, w->s.c.fill, w->cells);
        assert_false(all.problem);
        assert_memory_equal(w->cells, filled, size);
        free(filled);
        if (!take_step(w, &r, next) || rng_below(&r, 60) == 0)
            system_start(&w->s, next, &start);
        if (rng_below(&r, 8) == 0)
            memcpy(rng_below(&r, 2) ? behind : next, rng_below(&r, 2) ? w->cells : behind, size);
        memcpy(w->cells, next, size);
    }
    free(next);
    free(behind);
}

static void compare(const char *written, uint32_t items)
{
    model *m = written_model(written), *tabled, *abstract;
    error e = {0};
    assert_true(model_tabled(&m->instances[0], &tabled, &abstract, &e));
    assert_true(tabled->row_count > 0);
    lp_pool *pool = lp_pool_new();
    system_options o = {.threads = 1, .nodes = 1, .items = items};
    walk w = {0};
    assert_true(system_init(&w.s, &tabled->instances[0], &o, pool, &e));
    size_t cells = w.s.p->layout.cells;
    w.cells = memory_new(cells, sizeof *w.cells);
    w.known = memory_new(cells, sizeof *w.known);
    w.filled = memory_new(cells, sizeof *w.filled);
    w.looked[0] = memory_new(cells, 1);
    w.looked[1] = memory_new(cells, 1);
    w.k = known_rows_new(w.s.p);
    uint64_t states = setting("LINCHPIN_CASES", 20000);
    take_walks(&w, setting("LINCHPIN_SEED", 1), states);
    assert_true(w.steps > states);
    known_rows_free(w.k);
    free(w.cells);
    free(w.known);
    free(w.filled);
    free(w.looked[0]);
    free(w.looked[1]);
    system_fini(&w.s);
    lp_pool_free(pool);
    model_free(tabled);
    model_free(abstract);
    model_free(m);
}

static void test_channels(void **state)
{
    (void)state;
    compare(asking, 4);
}

static void test_many_cells(void **state)
{
    (void)state;
    compare(long_lists, 6);
    compare(long_lists, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_channels),
        cmocka_unit_test(test_many_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
