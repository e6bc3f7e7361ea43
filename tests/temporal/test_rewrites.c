// SPDX-License-Identifier: MIT
// Each rule by which formulas are rewritten: both sides are rewritten to the same, and with random
// formulas in them both sides, and what they are rewritten to, have the same value on random words.
// And one formula implies another only if it does on random words.

#include "random_formula.h"
#include "setting.h"
#include "temporal/formula/ltl_implies.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/formula/ltl_rewrite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

// p, q, r, s are any formulas; t is replaced by an eventual, u by a universal one, v by one that is
// both. As atoms they are written out: <>t, []u, []<>v.
static const struct rule {
    const char *left, *right;
} rules[] = {
    {"p && p", "p"},
    {"p || p", "p"},
    {"p && (p || q)", "p"},
    {"p || (p && q)", "p"},
    {"p && !p", "false"},
    {"p || !p", "true"},
    {"!(p -> q)", "p && !q"},
    {"!(p <-> q)", "p && !q || q && !p"},
    {"[][]p", "[]p"},
    {"<><>p", "<>p"},
    {"<>[]<>p", "[]<>p"},
    {"[]<>[]p", "<>[]p"},
    {"X true", "true"},
    {"X false", "false"},
    {"X []<>v", "[]<>v"},
    {"X (p && []<>v)", "X p && []<>v"},
    {"X (p || []<>v)", "X p || []<>v"},
    {"X p && X q", "X (p && q)"},
    {"X p || X q", "X (p || q)"},
    {"X p U X q", "X (p U q)"},
    {"X p R X q", "X (p R q)"},
    {"X p W X q", "X (p W q)"},
    {"X p M X q", "X (p M q)"},
    {"<>X p", "X <>p"},
    {"[]X p", "X []p"},
    {"<>(p U q)", "<>q"},
    {"<>(p M q)", "<>(p && q)"},
    {"[](p R q)", "[]q"},
    {"[](p W q)", "[](p || q)"},
    {"<>(p && []<>v)", "<>p && []<>v"},
    {"<>(p || []<>v)", "<>p || []<>v"},
    {"[](p && []<>v)", "[]p && []<>v"},
    {"[](p || []<>v)", "[]p || []<>v"},
    {"[]p && []q", "[](p && q)"},
    {"<>p || <>q", "<>(p || q)"},
    {"<>[]p && <>[]q", "<>[](p && q)"},
    {"[]<>p || []<>q", "[]<>(p || q)"},
    {"p U q && r U q", "(p && r) U q"},
    {"p W q && r W q", "(p && r) W q"},
    {"p U q && r W q", "(p && r) U q"},
    {"p U q || p U r", "p U (q || r)"},
    {"p W q || p W r", "p W (q || r)"},
    {"p U q || p W r", "p W (q || r)"},
    {"p R q && p R r", "p R (q && r)"},
    {"p M q && p M r", "p M (q && r)"},
    {"p R q && p M r", "p M (q && r)"},
    {"p R q || r R q", "(p || r) R q"},
    {"p M q || r M q", "(p || r) M q"},
    {"p R q || r M q", "(p || r) R q"},
    {"p W q && <>q", "p U q"},
    {"p R q && <>p", "p M q"},
    {"p U q || []p", "p W q"},
    {"p M q || []q", "p R q"},
    {"p U q && <>q", "p U q"},
    {"p U q || <>q", "<>q"},
    {"[]p && p", "[]p"},
    {"<>p || p", "<>p"},
    {"[]p && <>!p", "false"},
    {"[]p || <>!p", "true"},
    {"p U true", "true"},
    {"p U false", "false"},
    {"true U q", "<>q"},
    {"false U q", "q"},
    {"p U p", "p"},
    {"p U <>t", "<>t"},
    {"p U (p || q)", "p || q"},
    {"p U (p U q)", "p U q"},
    {"p U ((p || r) U q)", "(p || r) U q"},
    {"(p U q) U q", "p U q"},
    {"(p || q) U q", "p U q"},
    {"(p || q && r) U q", "p U q"},
    {"!q U q", "<>q"},
    {"p U (p && q)", "q M p"},
    {"p U (q && []<>v)", "p U q && []<>v"},
    {"p U (q || []<>v)", "p U q || []<>v"},
    {"p R true", "true"},
    {"p R false", "false"},
    {"true R q", "q"},
    {"false R q", "[]q"},
    {"p R p", "p"},
    {"p R []u", "[]u"},
    {"p R (p && q)", "p && q"},
    {"p R (p R q)", "p R q"},
    {"p R ((p && r) R q)", "(p && r) R q"},
    {"(p R q) R q", "p R q"},
    {"(p && q) R q", "p R q"},
    {"!q R q", "[]q"},
    {"p R (p || q)", "q W p"},
    {"p R (q && []<>v)", "p R q && []<>v"},
    {"p R (q || []<>v)", "p R q || []<>v"},
    {"p W true", "true"},
    {"p W false", "[]p"},
    {"true W q", "true"},
    {"false W q", "q"},
    {"p W p", "p"},
    {"p W (p W q)", "p W q"},
    {"(p W q) W q", "p W q"},
    {"(p || q) W q", "p W q"},
    {"!q W q", "true"},
    {"p W (p && q)", "q R p"},
    {"[]u W q", "[]u || q"},
    {"p W (q || []<>v)", "p W q || []<>v"},
    {"p M true", "<>p"},
    {"p M false", "false"},
    {"true M q", "q"},
    {"false M q", "false"},
    {"p M p", "p"},
    {"p M (p M q)", "p M q"},
    {"(p M q) M q", "p M q"},
    {"(p && q) M q", "p M q"},
    {"!q M q", "false"},
    {"p M (p || q)", "q U p"},
    {"<>t M q", "<>t && q"},
    {"p M (q && []<>v)", "p M q && []<>v"},
};

static const size_t rule_count = sizeof rules / sizeof *rules;

static void test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < rule_count; i++) {
        ltl_pool *pool = ltl_pool_new();
        ltl left = ltl_simplify(pool, read_formula(pool, rules[i].left));
        ltl right = ltl_simplify(pool, read_formula(pool, rules[i].right));
        text t = {0};
        ltl_print(pool, left, letter_texts, &t);
        if (left != right)
            fail_msg("%s becomes %s, not %s", rules[i].left, t.bytes, rules[i].right);
        text_fini(&t);
        ltl_pool_free(pool);
    }
}

// f with formulas instead of its atoms.
static ltl substitute(ltl_pool *pool, ltl f, const ltl *instead)
{
    ltl_node n = ltl_get(pool, f);
    if (n.kind == LTL_ATOM)
        return instead[n.atom];
    if (ltl_arity(n.kind) == 0)
        return f;
    ltl left = substitute(pool, n.left, instead);
    ltl right = ltl_arity(n.kind) > 1 ? substitute(pool, n.right, instead) : LTL_NONE;
    return ltl_make(pool, n.kind, left, right);
}

static void compare_values(const struct rule *rule, ltl_pool *pool, const ltl *sides, rng *r)
{
    for (int k = 0; k < 8; k++) {
        random_word w;
        random_lasso(r, 3, &w);
        bool want = lasso_satisfies(w.word, pool, sides[0]);
        for (int i = 1; i < 4; i++)
            if (lasso_satisfies(w.word, pool, sides[i]) != want)
                fail_msg("%s is not %s (%d)", rule->left, rule->right, i);
    }
}

static void test_instances(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        const struct rule *rule = &rules[seed % rule_count];
        ltl_pool *pool = ltl_pool_new();
        ltl instead[8];
        for (int i = 0; i < 8; i++)
            instead[i] = random_formula(&r, pool, 3, (uint32_t)rng_below(&r, 4));
        ltl left = substitute(pool, read_formula(pool, rule->left), instead);
        ltl right = substitute(pool, read_formula(pool, rule->right), instead);
        const ltl sides[] = {left, right, ltl_simplify(pool, left), ltl_simplify(pool, right)};
        compare_values(rule, pool, sides, &r);
        ltl_pool_free(pool);
    }
}

static void test_implications(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), first = setting("LINCHPIN_SEED", 1);
    uint64_t implied = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        ltl_pool *pool = ltl_pool_new();
        // Over few atoms and with few operators, else hardly any two are related.
        ltl f = ltl_negation_normal(pool, random_formula(&r, pool, 2, 4));
        ltl g = ltl_negation_normal(pool, random_formula(&r, pool, 2, 4));
        uint64_t budget = 100000;
        bool implies = f != g && ltl_implies(pool, f, g, &budget);
        implied +=
            implies && ltl_get(pool, f).kind != LTL_FALSE && ltl_get(pool, g).kind != LTL_TRUE;
        for (int k = 0; k < 16 && implies; k++) {
            random_word w;
            random_lasso(&r, 2, &w);
            if (lasso_satisfies(w.word, pool, f) && !lasso_satisfies(w.word, pool, g))
                fail_msg("seed %d: implied, but not so", (int)seed);
        }
        ltl_pool_free(pool);
    }
    print_message("%d rules; of %d pairs one implies the other in %d\n", (int)rule_count,
                  (int)cases, (int)implied);
    assert_true(implied > cases / 50);
}

// What is called eventual or universal is, on suffixes of random words.
static void test_classes(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        ltl_pool *pool = ltl_pool_new();
        ltl f = random_formula(&r, pool, 2, 5);
        ltl_node n = ltl_get(pool, f);
        for (int k = 0; k < 6 && (n.eventual || n.universal); k++) {
            random_word w;
            random_lasso(&r, 2, &w);
            if (w.word.loop == 0)
                continue;
            lasso suffix = {w.letters + 1, w.word.length - 1, w.word.loop - 1};
            bool whole = lasso_satisfies(w.word, pool, f), later = lasso_satisfies(suffix, pool, f);
            assert_true(!n.eventual || !later || whole);
            assert_true(!n.universal || !whole || later);
        }
        ltl_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules), cmocka_unit_test(test_instances),
        cmocka_unit_test(test_implications), cmocka_unit_test(test_classes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
