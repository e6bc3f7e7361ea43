// SPDX-License-Identifier: MIT
// Automata: cubes against their letters, reductions and degeneralisation of random automata on random
// words, what is known of the automata of formulas, and limits.

#include "base/memory.h"
#include "random_formula.h"
#include "setting.h"
#include "temporal/automaton/omega_class.h"
#include "temporal/automaton/omega_marks.h"
#include "temporal/automaton/omega_reduce.h"
#include "temporal/automaton/omega_simulation.h"
#include "temporal/formula/ltl_rewrite.h"
#include "temporal/ltl_translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { ATOMS = 4, LETTERS = 1 << ATOMS };

static letter_cube random_cube(rng *r)
{
    uint64_t positive = rng_below(r, LETTERS) & rng_below(r, LETTERS);
    return (letter_cube){positive, rng_below(r, LETTERS) & rng_below(r, LETTERS) & ~positive};
}

static uint32_t letters_of(letter_cube c)
{
    uint32_t set = 0;
    for (uint32_t letter = 0; letter < LETTERS; letter++)
        if (cube_has(c, letter))
            set |= 1u << letter;
    return set;
}

static void test_cubes(void **state)
{
    (void)state;
    uint64_t covered = 0, minus = 0, joined = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        rng r;
        rng_init(&r, seed);
        letter_cube a = random_cube(&r), b = random_cube(&r), c, by[6];
        uint32_t x = letters_of(a), y = letters_of(b), all = 0, count = (uint32_t)rng_below(&r, 7);
        assert_true(x && y);
        assert_int_equal(cube_contains(a, b), (y & ~x) == 0);
        assert_int_equal(cube_meets(a, b), (x & y) != 0);
        if (cube_minus(a, b, &c)) {
            assert_int_equal(letters_of(c), x & ~y);
            minus++;
        }
        if (cube_union(a, b, &c)) {
            assert_int_equal(letters_of(c), x | y);
            joined++;
        }
        for (uint32_t i = 0; i < count; i++) {
            by[i] = random_cube(&r);
            all |= letters_of(by[i]);
        }
        assert_int_equal(cube_covered(a, by, count), (x & ~all) ? CUBE_NOT_COVERED : CUBE_COVERED);
        covered += !(x & ~all);
    }
    assert_true(covered > 2000 && covered < 18000 && minus > 1000 && joined > 1000);
}

// The parity of many atoms has no small cover, but it is not gone through for ever.
static void test_large_cover(void **state)
{
    (void)state;
    enum { MANY = 60 };
    letter_cube by[MANY];
    for (uint32_t i = 0; i < MANY; i++)
        by[i] = (letter_cube){(uint64_t)3 << i, (uint64_t)1 << (i + 3) % 64};
    for (uint32_t i = 0; i < MANY; i++)
        by[i].negative &= ~by[i].positive;
    assert_int_not_equal(cube_covered((letter_cube){0}, by, MANY), CUBE_COVERED);
}

static omega_automaton *random_automaton(rng *r)
{
    uint32_t states = 1 + (uint32_t)rng_below(r, 6), marks = (uint32_t)rng_below(r, 4);
    omega_automaton *a = omega_new(marks);
    for (uint32_t s = 0; s < states; s++) {
        for (uint64_t n = rng_below(r, 5); n; n--) {
            letter_cube c = random_cube(r);
            uint64_t all = omega_all_marks(a);
            omega_add_edge(a,
                           (omega_edge){c.positive, c.negative,
                                        rng_next(r) & all & (rng_below(r, 3) ? rng_next(r) : all),
                                        (uint32_t)rng_below(r, states)});
        }
        omega_end_state(a);
    }
    omega_check(a);
    return a;
}

static void test_reductions(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 10000), first = setting("LINCHPIN_SEED", 1);
    uint64_t before = 0, after = 0, accepted = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        error e = {0};
        omega_automaton *a = random_automaton(&r), *all[7];
        all[0] = omega_tidied(a);
        all[1] = omega_trimmed(all[0]);
        all[2] = omega_with_fewer_marks(all[0]);
        all[3] = omega_with_marks_between(all[0]);
        all[4] = omega_simulation_reduced(all[0]);
        all[5] = omega_degeneralised(all[0], 1000, &e);
        all[6] = omega_reduced(omega_tidied(a));
        assert_true(all[5] && all[5]->mark_count <= 1);
        before += all[0]->state_count;
        after += all[6]->state_count;
        for (int k = 0; k < 6; k++) {
            random_word w;
            random_lasso(&r, ATOMS, &w);
            bool want = lasso_accepted(w.word, a);
            accepted += want;
            for (int i = 0; i < 7; i++)
                if (lasso_accepted(w.word, all[i]) != want)
                    fail_msg("seed %d: reduction %d", (int)seed, i);
        }
        for (int i = 0; i < 7; i++)
            omega_free(all[i]);
        omega_free(a);
    }
    print_message("%d automata, %d of %d words accepted; %d states reduced to %d\n", (int)cases,
                  (int)accepted, (int)cases * 6, (int)before, (int)after);
    assert_true(accepted > cases / 8 && after < before);
}

static omega_automaton *translated(const char *text, ltl_translation how)
{
    ltl_pool *pool = ltl_pool_new();
    error e = {0};
    omega_automaton *a = ltl_translate(pool, read_formula(pool, text), how, &e);
    if (!a)
        fail_msg("%s: %s", text, e.message);
    ltl_pool_free(pool);
    return a;
}

static void test_classes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        omega_strength strength;
        bool universal, deterministic;
        uint32_t marks;
    } rows[] = {
        {"false", OMEGA_EMPTY, false, true, 0},
        {"[]p && <>!p", OMEGA_EMPTY, false, true, 0},
        {"true", OMEGA_TERMINAL, true, true, 0},
        {"p || !p U true", OMEGA_TERMINAL, true, true, 0},
        {"<>p", OMEGA_TERMINAL, false, true, 1},
        {"X p", OMEGA_TERMINAL, false, true, 0},
        {"p U q", OMEGA_TERMINAL, false, true, 1},
        {"[]p", OMEGA_WEAK, false, true, 0},
        {"<>[]p", OMEGA_WEAK, false, false, 1},
        {"p W q", OMEGA_WEAK, false, true, 0},
        {"[]<>p", OMEGA_STRONG, false, true, 1},
        {"[](p -> <>q)", OMEGA_STRONG, false, true, 1},
        {"[]<>p && []<>q", OMEGA_STRONG, false, true, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        omega_automaton *a = translated(rows[i].text, (ltl_translation){0});
        if (omega_strength_of(a) != rows[i].strength ||
            omega_is_universal(a) != rows[i].universal ||
            omega_is_deterministic(a) != rows[i].deterministic || a->mark_count != rows[i].marks)
            fail_msg("%s: strength %d, universal %d, deterministic %d, marks %u", rows[i].text,
                     (int)omega_strength_of(a), omega_is_universal(a), omega_is_deterministic(a),
                     a->mark_count);
        omega_free(a);
    }
}

static void fails(ltl_pool *pool, ltl f, ltl_translation how, const char *why)
{
    error e = {0};
    omega_automaton *a = ltl_translate(pool, f, how, &e);
    if (a || !strstr(e.message, why))
        fail_msg("%s, not %s", a ? "translated" : e.message, why);
}

// The conjunction of `count` copies of the formula with atom i in it.
static ltl conjunction(ltl_pool *pool, ltl (*part)(ltl_pool *pool, uint32_t i), uint32_t count)
{
    ltl f = part(pool, 0);
    for (uint32_t i = 1; i < count; i++)
        f = ltl_make(pool, LTL_AND, f, part(pool, i));
    return f;
}

static ltl fair(ltl_pool *pool, uint32_t i)
{
    return ltl_always(pool, ltl_eventually(pool, ltl_atom(pool, i)));
}

static ltl sometime(ltl_pool *pool, uint32_t i)
{
    return ltl_eventually(pool, ltl_atom(pool, i));
}

static ltl response(ltl_pool *pool, uint32_t i)
{
    ltl p = ltl_atom(pool, 2 * i % LTL_MAX_ATOMS), q = ltl_atom(pool, (2 * i + 1) % LTL_MAX_ATOMS);
    return ltl_always(pool, ltl_make(pool, LTL_IMPLIES, p, ltl_eventually(pool, q)));
}

static void test_limits(void **state)
{
    (void)state;
    ltl_pool *pool = ltl_pool_new();
    ltl_translation none = {0};
    fails(pool, conjunction(pool, sometime, 6), (ltl_translation){.most_states = 10}, "10 states");
    fails(pool, conjunction(pool, sometime, 6), (ltl_translation){.most_edges = 20}, "20 edges");
    fails(pool, conjunction(pool, fair, 64), none, "alternatives");
    fails(pool, conjunction(pool, sometime, 40), none, "alternatives");
    fails(pool, conjunction(pool, response, 32), none, "alternatives");
    // The parity of many atoms as a disjunction of cubes.
    ltl f = ltl_atom(pool, 0);
    for (uint32_t i = 1; i < 40; i++)
        f = ltl_make(pool, LTL_IFF, f, ltl_atom(pool, i));
    fails(pool, f, none, "alternatives");
    f = ltl_atom(pool, 0);
    for (uint32_t i = 0; i < LTL_MAX_DEPTH; i++)
        f = ltl_make(pool, LTL_NEXT, f, LTL_NONE);
    error e = {0};
    omega_automaton *a = ltl_translate(pool, f, (ltl_translation){.plain = true}, &e);
    assert_true(!a || a->state_count > LTL_MAX_DEPTH);
    omega_free(a);
    fails(pool, ltl_make(pool, LTL_NEXT, f, LTL_NONE), none, "deep");
    // Waiting for more than 64 different things: p, X p, X X p, …
    ltl g = ltl_true(pool), x = ltl_make(pool, LTL_AND, ltl_atom(pool, 0), ltl_atom(pool, 1));
    for (uint32_t i = 0; i < 70; i++, x = ltl_make(pool, LTL_NEXT, x, LTL_NONE))
        g = ltl_make(pool, LTL_OR, g, ltl_make(pool, LTL_UNTIL, ltl_atom(pool, 2), x));
    fails(pool, g, (ltl_translation){.plain = true}, "64 different things");
    ltl_pool_free(pool);
}

// With all 64 atoms, and with 10 marks.
static void test_large(void **state)
{
    (void)state;
    ltl_pool *pool = ltl_pool_new();
    error e = {0};
    ltl f = ltl_atom(pool, 0);
    for (uint32_t i = 1; i < LTL_MAX_ATOMS; i++)
        f = ltl_make(pool, i % 2 ? LTL_OR : LTL_AND, ltl_atom(pool, i), f);
    omega_automaton *a = ltl_translate(pool, ltl_always(pool, f), (ltl_translation){0}, &e);
    assert_true(a && a->state_count == 1);
    omega_free(a);
    a = ltl_translate(pool, conjunction(pool, fair, 10), (ltl_translation){0}, &e);
    assert_true(a && a->state_count == 1 && a->mark_count == 10);
    omega_automaton *b = omega_degeneralised(a, 100, &e);
    assert_true(b && b->state_count == 10 && b->mark_count == 1);
    assert_null(omega_degeneralised(a, 5, &e));
    assert_non_null(strstr(e.message, "5 states"));
    omega_free(a);
    omega_free(b);
    // 40, left to letters; and not, where there are few of them.
    a = ltl_translate(pool, conjunction(pool, fair, 40), (ltl_translation){.recurring = 5}, &e);
    assert_true(a && a->state_count == 1 && a->edge_count == 1 && a->letter_marks == 40);
    omega_free(a);
    a = ltl_translate(pool, conjunction(pool, fair, 4), (ltl_translation){.recurring = 5}, &e);
    assert_true(a && a->mark_count == 4 && a->letter_marks == 0);
    omega_free(a);
    ltl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes),      cmocka_unit_test(test_large_cover),
        cmocka_unit_test(test_reductions), cmocka_unit_test(test_classes),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
