// SPDX-License-Identifier: MIT
// Formulas as text: what binds how, errors with their place, and text that is meant to do harm.

#include "random_formula.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/formula/ltl_rewrite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void test_precedence(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"!p U q", "(!p) U q"},
        {"X p U q", "(X p) U q"},
        {"<>[]p && q", "(<>([]p)) && q"},
        {"p U q U r", "p U (q U r)"},
        {"p W q R r M s", "p W (q R (r M s))"},
        {"p U q && r", "(p U q) && r"},
        {"p && q || r && s", "(p && q) || (r && s)"},
        {"p && q && r", "(p && q) && r"},
        {"p -> q -> r", "p -> (q -> r)"},
        {"p <-> q -> r", "p <-> (q -> r)"},
        {"p || q -> r <-> s", "((p || q) -> r) <-> s"},
        {"G F p", "[]<>p"},
        {"\t( p )\n", "p"},
    };
    ltl_pool *pool = ltl_pool_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(read_formula(pool, pairs[i][0]), read_formula(pool, pairs[i][1]));
    ltl_pool_free(pool);
}

static void test_printing(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"[] (p -> <> q)", "[] (p -> <> q)"},
        {"(p U q) U r", "(p U q) U r"},
        {"p U (q U r)", "p U q U r"},
        {"!(p && q)", "!(p && q)"},
        {"p && (q && r)", "p && (q && r)"},
        {"((X !p))", "X !p"},
        {"(p <-> q) <-> true", "(p <-> q) <-> true"},
    };
    ltl_pool *pool = ltl_pool_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        text t = {0};
        ltl_print(pool, read_formula(pool, pairs[i][0]), letter_texts, &t);
        assert_string_equal(t.bytes, pairs[i][1]);
        text_fini(&t);
    }
    ltl_pool_free(pool);
}

static void test_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } bad[] = {
        {"", 1, 1},         {"   ", 1, 4},         {"p q", 1, 3}, {"p &&", 1, 5},  {"(p", 1, 1},
        {"p)", 1, 2},       {"p &&\n  # q", 2, 3}, {"U p", 1, 1}, {"p U", 1, 4},   {"nobody", 1, 1},
        {"p\n->\nx", 3, 1}, {"p & q", 1, 3},       {"[]", 1, 3},  {"(p q)", 1, 4}, {"p == q", 1, 3},
        {"\xff", 1, 1},     {"() ", 1, 2},         {"p $", 1, 3}, {"p.q", 1, 1},   {"truely", 1, 1},
        {"p true", 1, 3},   {"! && p", 1, 3},
    };
    ltl_pool *pool = ltl_pool_new();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error e = {0};
        ltl f = ltl_parse(pool, bad[i].text, strlen(bad[i].text), letter_names, &e);
        if (f != LTL_NONE || !e.message[0] || (int)e.line != bad[i].line ||
            (int)e.column != bad[i].column)
            fail_msg("%s: %d:%d: %s", bad[i].text, (int)e.line, (int)e.column, e.message);
    }
    error e = {0}; // a NUL is no end
    assert_int_equal(ltl_parse(pool, "p\0q", 3, letter_names, &e), LTL_NONE);
    assert_int_equal(e.column, 2);
    ltl_pool_free(pool);
}

static uint32_t find_large(void *data, const char *name, size_t length)
{
    (void)data, (void)name, (void)length;
    return LTL_MAX_ATOMS;
}

// `before` n times, then p, then `after` n times.
static ltl repeated(const char *before, const char *after, uint32_t n, error *e)
{
    text t = {0};
    for (uint32_t i = 0; i < n; i++)
        text_add(&t, "%s", before);
    text_add(&t, "p");
    for (uint32_t i = 0; i < n; i++)
        text_add(&t, "%s", after);
    ltl_pool *pool = ltl_pool_new();
    *e = (error){0};
    ltl f = ltl_parse(pool, t.bytes, t.length, letter_names, e);
    if (f != LTL_NONE)
        assert_true(ltl_get(pool, f).depth <= LTL_MAX_DEPTH);
    ltl_pool_free(pool);
    text_fini(&t);
    return f;
}

static void test_hostile(void **state)
{
    (void)state;
    static const char *const shapes[][2] = {
        {"(", ")"},   {"!", ""},      {"[]", ""},     {"X ", ""},
        {"p U ", ""}, {"p -> ", ""},  {"p && ", ""},  {"", "&& q"},
        {"", "|| q"}, {"(p U ", ")"}, {"(", " U q)"}, {"p <-> (q ||", ")"},
    };
    error e;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        assert_int_not_equal(repeated(shapes[i][0], shapes[i][1], 80, &e), LTL_NONE);
        for (uint32_t n = 300; n <= 300000; n *= 30) {
            assert_int_equal(repeated(shapes[i][0], shapes[i][1], n, &e), LTL_NONE);
            assert_true(e.message[0] && e.line == 1 && e.column);
        }
    }
    ltl_pool *pool = ltl_pool_new();
    assert_int_equal(ltl_parse(pool, "a", 1, (ltl_names){.find = find_large}, &e), LTL_NONE);
    // A formula that shares its parts has a text without end.
    ltl f = ltl_atom(pool, 0);
    for (int i = 0; i < 200; i++)
        f = ltl_make(pool, i % 2 ? LTL_AND : LTL_UNTIL, f, f);
    text t = {0};
    ltl_print(pool, f, NULL, &t);
    assert_true(t.length < LTL_MAX_TEXT + 100 && !strcmp(t.bytes + t.length - 3, "…"));
    text_fini(&t);
    assert_int_equal(ltl_simplify(pool, f), ltl_atom(pool, 0));
    ltl_pool_free(pool);
}

static void test_classes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool safety, guarantee, stutter;
    } rows[] = {
        {"[](p -> q W r)", true, false, true}, {"<>(p && X q)", false, true, false},
        {"[](p -> <>q)", false, false, true},  {"!(p U q)", true, false, true},
        {"p && !q", true, true, true},         {"X p", true, true, false},
        {"!<>p", true, false, true},           {"[]p <-> q", false, false, true},
    };
    ltl_pool *pool = ltl_pool_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ltl f = read_formula(pool, rows[i].text);
        assert_int_equal(ltl_is_safety(pool, f), rows[i].safety);
        assert_int_equal(ltl_is_guarantee(pool, f), rows[i].guarantee);
        assert_int_equal(ltl_is_stutter_invariant(pool, f), rows[i].stutter);
    }
    assert_int_equal(ltl_atoms(pool, read_formula(pool, "[](p -> X r U true)")), 5);
    ltl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_precedence), cmocka_unit_test(test_printing),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_classes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
