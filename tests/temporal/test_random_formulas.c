// SPDX-License-Identifier: MIT
// Random formulas on random words: the value of the formula by definition is that of its normal
// forms, what its automata accept (as they are made, reduced, and with one mark), and what the automaton
// of its negation rejects. Printed and parsed, a formula is the same. And all small formulas on all
// small words.

#include "base/memory.h"
#include "random_formula.h"
#include "setting.h"
#include "temporal/automaton/omega_class.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/formula/ltl_rewrite.h"
#include "temporal/ltl_translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN, REDUCED, BUCHI, RECURRING, NEGATED, NEGATED_BUCHI, NEGATED_RECURRING, AUTOMATA };

typedef struct subject {
    ltl_pool *pool;
    ltl formula, normal, simple;
    omega_automaton *automata[AUTOMATA];
} subject;

typedef struct figures {
    uint64_t formulas, recurring, words, satisfied, states[AUTOMATA], strong, weak, terminal,
        deterministic;
    uint64_t refuted, bad; // prefixes
} figures;

static void fail_with(const subject *x, const char *what, lasso word)
{
    text t = {0};
    ltl_print(x->pool, x->formula, NULL, &t);
    text_add(&t, ": %s, on", what);
    for (uint32_t i = 0; i < word.length; i++)
        text_add(&t, "%s %x", i == word.loop ? " loop" : "", (unsigned)word.letters[i]);
    text_add(&t, "\nsimplified: ");
    ltl_print(x->pool, x->simple, NULL, &t);
    fail_msg("%s", t.bytes);
}

static void prepare(subject *x)
{
    static const ltl_translation ways[AUTOMATA] = {[PLAIN] = {.plain = true},
                                                   [BUCHI] = {.buchi = true},
                                                   [NEGATED_BUCHI] = {.buchi = true},
                                                   [RECURRING] = {.recurring = 1},
                                                   [NEGATED_RECURRING] = {.recurring = 1}};
    ltl negation = ltl_not(x->pool, x->formula);
    x->normal = ltl_negation_normal(x->pool, x->formula);
    x->simple = ltl_simplify(x->pool, x->formula);
    for (int i = 0; i < AUTOMATA; i++) {
        error e = {0};
        x->automata[i] = ltl_translate(x->pool, i < NEGATED ? x->formula : negation, ways[i], &e);
        if (!x->automata[i])
            fail_with(x, e.message, (lasso){0});
        omega_check(x->automata[i]);
    }
}

static bool compare(const subject *x, lasso word)
{
    bool want = lasso_satisfies(word, x->pool, x->formula);
    if (lasso_satisfies(word, x->pool, x->normal) != want)
        fail_with(x, "the negation normal form differs", word);
    if (lasso_satisfies(word, x->pool, x->simple) != want)
        fail_with(x, "what it is rewritten to differs", word);
    static const char *const names[AUTOMATA] = {[PLAIN] = "plain",
                                                [REDUCED] = "reduced",
                                                [BUCHI] = "Büchi",
                                                [RECURRING] = "what recurs left to letters",
                                                [NEGATED] = "negated",
                                                [NEGATED_BUCHI] = "negated Büchi",
                                                [NEGATED_RECURRING] =
                                                    "negated, what recurs left to letters"};
    for (int i = 0; i < AUTOMATA; i++)
        if (lasso_accepted(word, x->automata[i]) != (want == (i < NEGATED)))
            fail_with(x, names[i], word);
    return want;
}

static void check_shape(const subject *x, figures *f)
{
    assert_true(x->automata[BUCHI]->mark_count <= 1 && x->automata[NEGATED_BUCHI]->mark_count <= 1);
    omega_strength strength = omega_strength_of(x->automata[REDUCED]);
    if (ltl_is_guarantee(x->pool, x->formula))
        assert_true(strength != OMEGA_STRONG);
    if (ltl_is_safety(x->pool, x->formula)) {
        assert_true(strength != OMEGA_STRONG);
        assert_int_equal(x->automata[REDUCED]->mark_count, 0);
    }
    f->strong += strength == OMEGA_STRONG;
    f->weak += strength == OMEGA_WEAK;
    f->terminal += strength == OMEGA_TERMINAL;
    f->deterministic += omega_is_deterministic(x->automata[REDUCED]);
    for (int i = 0; i < AUTOMATA; i++)
        f->states[i] += x->automata[i]->state_count;
    f->recurring += x->automata[RECURRING]->letter_marks > 0;
    f->formulas++;
}

// From accepting states of a terminal automaton every word is accepted.
static void check_terminal(const omega_automaton *a, lasso word)
{
    if (omega_strength_of(a) != OMEGA_TERMINAL)
        return;
    bool *accepting = omega_accepting_states(a);
    uint32_t *number = memory_new(a->state_count, sizeof *number), seen = 0;
    for (uint32_t s = 0; s < a->state_count; s++) {
        for (uint32_t t = 0; t < a->state_count; t++)
            number[t] = t == s ? 0 : t == 0 ? s : t; // s becomes the initial one
        omega_automaton *b = omega_renumbered(a, number);
        if (accepting[s])
            assert_true(lasso_accepted(word, b));
        seen += accepting[s];
        omega_free(b);
    }
    assert_true(seen > 0);
    free(accepting);
    free(number);
}

// Can the automaton, all of whose states accept something, read the letters?
static bool can_read(const omega_automaton *a, const uint64_t *letters, uint32_t length)
{
    bool *now = memory_new(a->state_count, sizeof *now), any = omega_strength_of(a) != OMEGA_EMPTY;
    now[0] = true;
    for (uint32_t at = 0; any && at < length; at++) {
        bool *next = memory_new(a->state_count, sizeof *next);
        any = false;
        for (uint32_t s = 0; s < a->state_count; s++)
            for (uint32_t i = a->first[s]; now[s] && i < a->first[s + 1]; i++)
                if (omega_edge_allows(&a->edges[i], letters[at]))
                    any = next[a->edges[i].to] = true;
        free(now);
        now = next;
    }
    free(now);
    return any;
}

// A prefix that refutes the formula has no continuation that satisfies it, as its automaton knows, too; and
// what is refuted stays so.
static void check_prefixes(const subject *x, lasso word, figures *f)
{
    bool before = false, hopeless = omega_strength_of(x->automata[REDUCED]) == OMEGA_EMPTY;
    for (uint32_t length = 0; length <= word.length; length++) {
        bool refuted = prefix_refutes(word.letters, length, x->pool, x->formula);
        bool bad = !can_read(x->automata[REDUCED], word.letters, length);
        if (refuted && (!bad || lasso_satisfies(word, x->pool, x->formula)))
            fail_with(x, "a prefix is said to refute it", word);
        if (before && !refuted)
            fail_with(x, "a longer prefix does not refute it", word);
        before = refuted;
        f->refuted += refuted && !hopeless;
        f->bad += bad && !hopeless;
    }
}

static void release(subject *x)
{
    for (int i = 0; i < AUTOMATA; i++)
        omega_free(x->automata[i]);
    ltl_pool_free(x->pool);
}

static void report(const figures *f)
{
    print_message("%d formulas, %d words, satisfied: %d; strong %d, weak %d, terminal %d; "
                  "deterministic %d; states: plain %d, reduced %d, Büchi %d\n",
                  (int)f->formulas, (int)f->words, (int)f->satisfied, (int)f->strong, (int)f->weak,
                  (int)f->terminal, (int)f->deterministic, (int)f->states[PLAIN],
                  (int)f->states[REDUCED], (int)f->states[BUCHI]);
}

static void check_text(const subject *x)
{
    text t = {0}, again = {0};
    error e = {0};
    ltl_print(x->pool, x->formula, letter_texts, &t);
    assert_int_equal(ltl_parse(x->pool, t.bytes, t.length, letter_names, &e), x->formula);
    ltl_print(x->pool, x->simple, letter_texts, &again);
    assert_int_equal(ltl_parse(x->pool, again.bytes, again.length, letter_names, &e), x->simple);
    text_fini(&t);
    text_fini(&again);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), first = setting("LINCHPIN_SEED", 1);
    figures f = {0};
    for (uint64_t seed = first; seed < first + cases; seed++) {
        rng r;
        rng_init(&r, seed);
        subject x = {.pool = ltl_pool_new()};
        uint32_t atoms = 1 + (uint32_t)rng_below(&r, 4);
        x.formula = seed % 3 ? random_formula(&r, x.pool, atoms, 2 + (uint32_t)rng_below(&r, 15))
                             : random_fairness(&r, x.pool, atoms);
        prepare(&x);
        check_text(&x);
        check_shape(&x, &f);
        for (int i = 0; i < 8; i++) {
            random_word w;
            random_lasso(&r, atoms, &w);
            f.satisfied += compare(&x, w.word);
            check_terminal(x.automata[REDUCED], w.word);
            check_prefixes(&x, w.word, &f);
            f.words++;
        }
        release(&x);
    }
    report(&f);
    print_message("%d of %d bad prefixes refute their formulas\n", (int)f.refuted, (int)f.bad);
    assert_true(f.satisfied > f.words / 4 && f.satisfied < f.words * 3 / 4);
    assert_true(f.states[REDUCED] < f.states[PLAIN]);
    assert_true(f.recurring > 0);
    // Few are bad for a reason that their letters do not tell.
    assert_true(f.refuted > f.words / 20 && f.refuted * 10 > f.bad * 9);
}

// All words over two atoms with at most two letters before the loop, at most two in it, and no more
// than `most` together.
static void compare_small_words(const subject *x, uint32_t most, figures *f)
{
    for (uint32_t prefix = 0; prefix <= 2; prefix++)
        for (uint32_t loop = 1; loop <= 2 && prefix + loop <= most; loop++)
            for (uint32_t all = 0; all < 1u << 2 * (prefix + loop); all++) {
                uint64_t letters[4];
                for (uint32_t i = 0; i < prefix + loop; i++)
                    letters[i] = all >> 2 * i & 3;
                f->satisfied += compare(x, (lasso){letters, prefix + loop, prefix});
                f->words++;
            }
}

// Formulas with exactly `size` operators, in order: those made of smaller ones.
static void all_of_size(ltl_pool *pool, ltl **by_size, uint32_t *counts, uint32_t size)
{
    size_t capacity = 0;
    for (uint32_t left = 0; left < size; left++)
        for (ltl_kind kind = LTL_NOT; kind < LTL_KINDS; kind++) {
            bool binary = ltl_arity(kind) == 2;
            uint32_t right = size - 1 - left;
            if (!binary && right)
                continue;
            for (uint32_t i = 0; i < counts[left]; i++)
                for (uint32_t k = 0; k < (binary ? counts[right] : 1); k++) {
                    MEMORY_GROW(by_size[size], capacity, (size_t)counts[size] + 1);
                    by_size[size][counts[size]++] = ltl_make(pool, kind, by_size[left][i],
                                                             binary ? by_size[right][k] : LTL_NONE);
                }
        }
}

static void test_all_small(void **state)
{
    (void)state;
    enum { SIZE = 2 };
    figures f = {0};
    ltl_pool *pool = ltl_pool_new();
    ltl *by_size[SIZE + 1] = {memory_new(4, sizeof(ltl))};
    uint32_t counts[SIZE + 1] = {4};
    by_size[0][0] = ltl_atom(pool, 0);
    by_size[0][1] = ltl_atom(pool, 1);
    by_size[0][2] = ltl_true(pool);
    by_size[0][3] = ltl_false(pool);
    for (uint32_t size = 1; size <= SIZE; size++)
        all_of_size(pool, by_size, counts, size);
    for (uint32_t size = 0; size <= SIZE; size++)
        for (uint32_t i = 0; i < counts[size]; i++) {
            text t = {0};
            ltl_print(pool, by_size[size][i], letter_texts, &t);
            subject x = {.pool = ltl_pool_new()};
            x.formula = read_formula(x.pool, t.bytes);
            prepare(&x);
            check_shape(&x, &f);
            compare_small_words(&x, size < SIZE ? 4 : 3, &f);
            release(&x);
            text_fini(&t);
        }
    report(&f);
    for (uint32_t size = 0; size <= SIZE; size++)
        free(by_size[size]);
    ltl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_all_small)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
