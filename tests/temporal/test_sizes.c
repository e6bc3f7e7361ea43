// SPDX-License-Identifier: MIT
// How large automata are, for formulas by which translators are compared: the patterns of Dwyer,
// Avrunin and Corbett ("Property specification patterns for finite-state verification", FMSP 1998),
// with every scope, and the formulas of Etessami and Holzmann (CONCUR 2000) and of Somenzi and Bloem
// (CAV 2000), written from memory as they are in use. The bounds are what this translation makes of
// them, measured; it may become better, not worse. bench/ltl.sh has SPIN's beside them.
//
// test_temporal_sizes list: for bench/ltl.sh, one formula on a line: states and edges of the automata of
// it and of its negation, the states of their Büchi automata, the formula, and the same without W.

#include "base/text.h"
#include "random_formula.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/ltl_translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

// States and edges of the automaton of a formula, and of that of its negation.
typedef struct size {
    uint32_t states, edges;
} size;

typedef struct row {
    const char *formula;
    uint32_t states, edges, negated_states, negated_edges;
    uint32_t buchi, negated_buchi; // states of those with one mark at most
} row;

// clang-format off
static const row dwyer[] = {
    {"[](!p)", 1, 1, 2, 3, 1, 2},
    {"<>p -> (!q U p)", 4, 7, 3, 5, 4, 3},
    {"[](p -> [](!q))", 2, 3, 3, 6, 2, 3},
    {"[]((p && !q && <>q) -> (!r U q))", 3, 7, 4, 8, 3, 4},
    {"[]((p && !q) -> (!r W q))", 2, 5, 3, 6, 2, 3},
    {"<>p", 2, 3, 1, 1, 2, 1},
    {"!p W (!p && q)", 2, 3, 2, 3, 2, 2},
    {"[](!p) || <>(p && <>q)", 5, 11, 2, 3, 5, 2},
    {"[]((p && !q) -> (!q W (!q && r)))", 2, 6, 3, 5, 2, 3},
    {"[]((p && !q) -> (!q U (!q && r)))", 2, 6, 3, 5, 2, 3},
    {"!p W (p W (!p W (p W [](!p))))", 5, 9, 6, 11, 5, 6},
    {"<>p -> ((!p && !q) U (p || ((q && !p) U (p || ((!q && !p) U (p || ((q && !p) U (p || (!q U p)))))))))", 8, 20, 7, 13, 8, 7},
    {"<>p -> (!p U (p && (!q W (q W (!q W (q W [](!q)))))))", 6, 12, 7, 14, 6, 7},
    {"[]((p && <>q) -> ((!r && !q) U (q || ((r && !q) U (q || ((!r && !q) U (q || ((r && !q) U (q || (!r U q))))))))))", 7, 29, 8, 16, 7, 8},
    {"[](p -> ((!q && !r) U (r || ((q && !r) U (r || ((!q && !r) U (r || ((q && !r) U (r || (!q W r) || []q)))))))))", 7, 33, 7, 14, 7, 7},
    {"[]p", 1, 1, 2, 3, 1, 2},
    {"<>p -> (q U p)", 4, 7, 3, 5, 4, 3},
    {"[](p -> []q)", 2, 3, 3, 6, 2, 3},
    {"[]((p && !q && <>q) -> (r U q))", 3, 7, 4, 8, 3, 4},
    {"[]((p && !q) -> (r W q))", 2, 5, 3, 6, 2, 3},
    {"!p W q", 2, 3, 2, 3, 2, 2},
    {"<>p -> (!q U (p || r))", 4, 9, 3, 5, 4, 3},
    {"[](!p) || <>(p && (!q W r))", 5, 11, 3, 8, 5, 3},
    {"[]((p && !q && <>q) -> (!r U (q || s)))", 3, 9, 4, 8, 3, 4},
    {"[]((p && !q) -> (!r W (q || s)))", 2, 7, 3, 6, 2, 3},
    {"[](p -> <>q)", 2, 5, 2, 3, 2, 2},
    {"<>p -> ((q -> (!p U (!p && r))) U p)", 5, 13, 3, 5, 5, 3},
    {"[](p -> [](q -> <>r))", 3, 9, 3, 6, 3, 3},
    {"[]((p && !q && <>q) -> ((r -> (!q U (!q && s))) U q))", 4, 13, 4, 8, 4, 4},
    {"[]((p && !q) -> ((r -> (!q U (!q && s))) W q))", 3, 11, 4, 8, 3, 4},
    {"<>p -> (!p U (!p && q && X (!p U r)))", 3, 5, 3, 6, 3, 3},
    {"<>p -> (!q U (p || (!q && r && X (!q U s))))", 5, 11, 4, 8, 5, 4},
    {"[](!p) || (!p U ((p && <>q) -> (!q U (!q && r && X (!q U s)))))", 4, 8, 4, 9, 4, 4},
    {"[]((p && <>q) -> (!r U (q || (!r && s && X (!r U t)))))", 6, 27, 5, 12, 6, 5},
    {"[](p -> (<>q -> (!q U (r || (!q && s && X (!q U t))))))", 4, 21, 4, 10, 4, 4},
    {"<>(p && X <>q) -> (!p U r)", 5, 10, 3, 5, 5, 3},
    {"<>p -> (!(!p && q && X (!p U (!p && r))) U (p || s))", 6, 16, 4, 7, 6, 4},
    {"[](!p) || (!p U (p && (<>(q && X <>r) -> (!q U s))))", 5, 11, 4, 8, 5, 4},
    {"[]((p && <>q) -> (!(!q && r && X (!q U (!q && s))) U (q || t)))", 6, 20, 5, 10, 6, 5},
    {"[](p -> ((!(!q && r && X (!q U (!q && s))) U (q || t)) || [](!(r && X <>s))))", 7, 27, 4, 8, 7, 4},
    {"[]((p && X <>q) -> X <>(q && <>r))", 6, 27, 3, 5, 7, 3},
    {"<>p -> (((q && X (!p U r)) -> X (!p U (r && <>s))) U p)", 9, 33, 4, 8, 9, 4},
    {"[](p -> []((q && X <>r) -> X (!r U (r && <>s))))", 5, 18, 4, 8, 5, 4},
    {"[]((p && <>q) -> (((r && X (!q U s)) -> X (!q U (s && <>t))) U q))", 10, 54, 5, 11, 12, 5},
    {"[](p -> (((q && X (!r U s)) -> X (!r U (s && <>t))) U (r || []((q && X (!r U s)) -> X (!r U (s && <>t))))))", 14, 115, 4, 8, 18, 4},
    {"[](p -> <>(q && X <>r))", 4, 15, 3, 6, 4, 3},
    {"<>p -> ((q -> (!p U (!p && r && X (!p U s)))) U p)", 6, 18, 4, 9, 6, 4},
    {"[](p -> [](q -> (r && X <>s)))", 3, 9, 4, 9, 3, 4},
    {"[]((p && <>q) -> ((r -> (!q U (!q && s && X (!q U t)))) U q))", 5, 18, 5, 13, 5, 5},
    {"[](p -> ((q -> (!r U (!r && s && X (!r U t)))) U (r || [](q -> (s && X <>t)))))", 6, 28, 8, 25, 6, 8},
    {"[](p -> <>(q && !r && X (!r U s)))", 4, 15, 3, 9, 4, 3},
    {"<>p -> ((q -> (!p U (!p && r && !s && X ((!p && !s) U t)))) U p)", 7, 22, 4, 12, 7, 4},
    {"[](p -> [](q -> (r && !s && X (!s U t))))", 3, 9, 4, 12, 3, 4},
    {"[]((p && <>q) -> ((r -> (!q U (!q && s && !t && X ((!q && !t) U u)))) U q))", 6, 22, 5, 17, 6, 5},
    {"[](p -> ((q -> (!r U (!r && s && !t && X ((!r && !t) U u)))) U (r || [](q -> (s && !t && X (!t U u))))))", 7, 32, 11, 57, 7, 11},
};

static const row etessami_holzmann[] = {
    {"p U (q && []r)", 2, 3, 4, 13, 2, 4},
    {"p U (q && X (r U s))", 3, 5, 4, 11, 3, 4},
    {"p U (q && X (r && <>(s && X <>(t && X <>(u && X <>v)))))", 7, 13, 8, 19, 7, 8},
    {"<>(p && X []q)", 2, 3, 2, 5, 2, 2},
    {"<>(p && X (q && X <>r))", 4, 6, 4, 8, 4, 4},
    {"<>(p && X (q U r))", 3, 5, 2, 4, 3, 2},
    {"<>[]p || []<>q", 4, 7, 2, 4, 4, 2},
    {"[](p -> (q U r))", 2, 5, 3, 6, 2, 3},
    {"[](p && X <>(q && X <>(r && X <>s)))", 5, 19, 5, 9, 7, 5},
    {"[]<>p && []<>q && []<>r && []<>s && []<>t", 1, 32, 6, 11, 5, 6},
    {"(p U (q U r)) || (q U (r U p)) || (r U (p U q))", 2, 4, 2, 2, 2, 2},
    {"[](p -> (q U ([]r || []s)))", 4, 9, 6, 23, 4, 7},
};

static const row somenzi_bloem[] = {
    {"p U q", 2, 3, 2, 3, 2, 2},
    {"p U (q U r)", 3, 6, 3, 6, 3, 3},
    {"!(p U (q U r))", 3, 6, 3, 6, 3, 3},
    {"[]<>p -> []<>q", 4, 7, 2, 4, 4, 2},
    {"<>p U []q", 3, 7, 2, 4, 3, 2},
    {"[]p U q", 4, 6, 3, 6, 4, 3},
    {"!(<>p <-> <>q)", 5, 10, 6, 15, 5, 6},
    {"!([]<>p -> []<>q)", 2, 4, 4, 7, 2, 4},
    {"!([]<>p <-> []<>q)", 5, 10, 4, 9, 5, 5},
    {"p R (p || q)", 2, 3, 2, 3, 2, 2},
    {"(X p U X q) || !X (p U q)", 1, 1, 1, 0, 1, 1},
    {"(X p U q) || !X (p U (p && q))", 4, 8, 1, 0, 4, 1},
    {"[](p -> <>q) && ((X p U q) || !X (p U (p && q)))", 6, 16, 2, 3, 6, 2},
    {"[](p -> <>q) && ((X p U X q) || !X (p U q))", 2, 5, 2, 3, 2, 2},
    {"[](p -> <>q)", 2, 5, 2, 3, 2, 2},
    {"![](p -> X (q R r))", 3, 5, 2, 4, 3, 2},
    {"!(<>[]p || <>[]q)", 1, 4, 3, 5, 2, 3},
    {"[](<>p && <>q)", 1, 4, 3, 5, 2, 3},
    {"<>p && <>!p", 4, 7, 3, 4, 4, 3},
    {"(p && X q) R X (((r U s) R p) U (r R p))", 5, 9, 4, 9, 5, 4},
    {"([](q || []<>p) && [](r || []<>!p)) || []q || []r", 4, 7, 11, 30, 5, 11},
    {"([](q || <>[]p) && [](r || <>[]!p)) || []q || []r", 3, 4, 9, 28, 3, 9},
    {"!(([](q || []<>p) && [](r || []<>!p)) || []q || []r)", 11, 30, 4, 7, 11, 5},
    {"!(([](q || <>[]p) && [](r || <>[]!p)) || []q || []r)", 9, 28, 3, 4, 9, 3},
    {"[](q || X []p) && [](r || X []!p)", 3, 5, 4, 8, 3, 4},
    {"[](q || (X p && X !p))", 1, 1, 2, 3, 1, 2},
    {"p || (q U p)", 2, 3, 2, 3, 2, 2},
};

// clang-format on

static const struct group {
    const char *name;
    const row *rows;
    size_t count;
} groups[] = {
    {"Dwyer et al.", dwyer, sizeof dwyer / sizeof *dwyer},
    {"Etessami and Holzmann", etessami_holzmann,
     sizeof etessami_holzmann / sizeof *etessami_holzmann},
    {"Somenzi and Bloem", somenzi_bloem, sizeof somenzi_bloem / sizeof *somenzi_bloem},
};

static size measure(ltl_pool *pool, ltl f, ltl_translation how)
{
    error e = {0};
    omega_automaton *a = ltl_translate(pool, f, how, &e);
    if (!a)
        fail_msg("%s", e.message);
    size s = {a->state_count, a->edge_count};
    omega_free(a);
    return s;
}

static void check_row(const row *x, uint64_t *states, uint64_t *edges, uint64_t *buchi)
{
    ltl_pool *pool = ltl_pool_new();
    ltl f = read_formula(pool, x->formula);
    const size most[] = {{x->states, x->edges}, {x->negated_states, x->negated_edges}};
    for (int i = 0; i < 2; i++) {
        ltl g = i ? ltl_not(pool, f) : f;
        size s = measure(pool, g, (ltl_translation){0});
        if (s.states > most[i].states || s.edges > most[i].edges)
            fail_msg("%s%s: %u states, %u edges", i ? "negation of " : "", x->formula, s.states,
                     s.edges);
        *states += s.states;
        *edges += s.edges;
        uint32_t b = measure(pool, g, (ltl_translation){.buchi = true}).states;
        if (b > (i ? x->negated_buchi : x->buchi))
            fail_msg("%s%s: Büchi: %u states", i ? "negation of " : "", x->formula, b);
        *buchi += b;
    }
    ltl_pool_free(pool);
}

static void test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        uint64_t states = 0, edges = 0, buchi = 0;
        for (size_t k = 0; k < groups[i].count; k++)
            check_row(&groups[i].rows[k], &states, &edges, &buchi);
        print_message(
            "%s: %d formulas and their negations: %d states, %d edges; Büchi: %d states\n",
            groups[i].name, (int)groups[i].count, (int)states, (int)edges, (int)buchi);
    }
}

// The same formula gives the same automaton, whatever else was in the pool before.
static void test_same(void **state)
{
    (void)state;
    for (size_t k = 0; k < groups[0].count; k++) {
        error e = {0};
        ltl_pool *one = ltl_pool_new(), *two = ltl_pool_new();
        omega_automaton *a =
            ltl_translate(one, read_formula(one, dwyer[k].formula), (ltl_translation){0}, &e);
        for (size_t i = 0; i < 3; i++)
            (void)read_formula(two, somenzi_bloem[(i * 7 + k) % 27].formula);
        omega_automaton *b =
            ltl_translate(two, read_formula(two, dwyer[k].formula), (ltl_translation){0}, &e);
        assert_true(a && b);
        assert_int_equal(a->state_count, b->state_count);
        assert_int_equal(a->edge_count, b->edge_count);
        for (uint32_t i = 0; i < a->edge_count; i++)
            assert_true(a->edges[i].to == b->edges[i].to &&
                        a->edges[i].marks == b->edges[i].marks &&
                        cube_equal(omega_edge_cube(&a->edges[i]), omega_edge_cube(&b->edges[i])));
        omega_free(a);
        omega_free(b);
        ltl_pool_free(one);
        ltl_pool_free(two);
    }
}

// With R for W: SPIN does not know W here.
static ltl without_weak(ltl_pool *pool, ltl f)
{
    ltl_node n = ltl_get(pool, f);
    if (ltl_arity(n.kind) == 0)
        return f;
    ltl left = without_weak(pool, n.left);
    ltl right = ltl_arity(n.kind) > 1 ? without_weak(pool, n.right) : LTL_NONE;
    if (n.kind == LTL_WEAK)
        return ltl_make(pool, LTL_RELEASE, right, ltl_make(pool, LTL_OR, left, right));
    return ltl_make(pool, n.kind, left, right);
}

static void list_formula(const char *formula)
{
    ltl_pool *pool = ltl_pool_new();
    ltl f = read_formula(pool, formula), g = ltl_not(pool, f);
    ltl_translation any = {0}, buchi = {.buchi = true};
    size s = measure(pool, f, any), n = measure(pool, g, any);
    text t = {0};
    ltl_print(pool, without_weak(pool, f), letter_texts, &t);
    printf("%u %u %u %u %u %u\t%s\t%s\n", s.states, s.edges, n.states, n.edges,
           measure(pool, f, buchi).states, measure(pool, g, buchi).states, formula, t.bytes);
    text_fini(&t);
    ltl_pool_free(pool);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "list")) {
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            for (size_t k = 0; k < groups[i].count; k++)
                list_formula(groups[i].rows[k].formula);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
