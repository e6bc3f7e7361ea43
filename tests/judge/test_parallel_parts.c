// SPDX-License-Identifier: MIT
// Histories long enough that their keys are judged on several threads: the verdict,
// its witness and its counterexample are those of the keys judged alone. For the
// thread sanitizer above all.

#include "judge/judge.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KEYS = 50, ROUNDS = 60, NOWHERE = KEYS }; // 6000 operations, in parallel from 4096

static lp_value name(lp_pool *pool, const char *s)
{
    return lp_string(pool, s, strlen(s));
}

// Every key is written and read by turns, the read overlapping the write; at key
// `wrong` the last read returns what was never written.
static lp_history *of_many_keys(lp_pool *pool, int wrong)
{
    lp_history *h = lp_history_new(pool);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < KEYS; k++) {
            lp_value key = lp_int(k), put[2] = {key, lp_int(round)};
            bool lie = k == wrong && round == ROUNDS - 1;
            uint32_t writes = lp_history_call(h, 0, name(pool, "put"), lp_vector(pool, put, 2));
            uint32_t reads = lp_history_call(h, 1, name(pool, "get"), key);
            lp_history_return(h, writes, LP_NIL);
            lp_history_return(h, reads, lie ? lp_int(-1) : lp_int(round));
        }
    return h;
}

static lp_outcome judge_keys(int wrong, bool want_witness, uint32_t *evidence)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = of_many_keys(pool, wrong);
    error e = {0};
    lp_verdict v;
    lp_verdict_init(&v);
    bool fine = judge_history(judge_find("linearizable", &e), h, spec_find("kv", &e), NULL,
                              want_witness, &v, &e);
    if (!fine)
        fail_msg("%s", e.message);
    lp_outcome outcome = v.outcome;
    *evidence = outcome == LP_HOLDS ? v.witness_count : v.history->op_count;
    assert_true(v.rechecked || (outcome == LP_HOLDS && !want_witness));
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    return outcome;
}

static void keys_in_parallel_hold(void **state)
{
    (void)state;
    uint32_t effects;
    assert_int_equal(judge_keys(NOWHERE, true, &effects), LP_HOLDS);
    assert_int_equal(effects, 2 * KEYS * ROUNDS);
    assert_int_equal(judge_keys(NOWHERE, false, &effects), LP_HOLDS);
}

static void the_wrong_key_is_found(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < KEYS; wrong += 7) {
        uint32_t operations;
        assert_int_equal(judge_keys(wrong, true, &operations), LP_VIOLATED);
        assert_true(operations <= 2);
    }
}

// Of a stack: all pushes overlap, and so do all pops, of values that come again. An order is
// found by a search only, of more steps than there are operations.
static void add_hard_object(lp_history *h, lp_pool *pool, int64_t object)
{
    enum { MANY = 12, VALUES = 3 };
    uint32_t ops[MANY];
    for (int phase = 0; phase < 2; phase++) {
        for (int i = 0; i < MANY; i++) {
            ops[i] = lp_history_call(h, i, name(pool, phase ? "pop" : "push"),
                                     phase ? LP_NIL : lp_int(i % VALUES));
            h->ops[ops[i]].object = lp_int(object);
        }
        for (int i = 0; i < MANY; i++)
            lp_history_return(h, ops[i], phase ? lp_int(i % VALUES) : LP_UNIT);
    }
}

// The same answer each time, on whatever machine; and a violated object is found though
// others are not decided.
static void steps_are_a_limit(void **state)
{
    (void)state;
    for (int violated = 0; violated < 2; violated++) {
        lp_pool *pool = lp_pool_new();
        lp_history *h = lp_history_new(pool);
        for (int64_t object = 0; object < 4; object++)
            add_hard_object(h, pool, object);
        uint32_t last = lp_history_call(h, 0, name(pool, "pop"), LP_NIL);
        h->ops[last].object = lp_int(4);
        lp_history_return(h, last, violated ? lp_int(7) : LP_NIL);
        error e = {0};
        limits l = {.steps = 10};
        lp_verdict v;
        lp_verdict_init(&v);
        limits_start(&l);
        assert_true(
            judge_outcome(judge_find("linearizable", &e), h, spec_find("stack", &e), &l, &v, &e));
        assert_int_equal(v.outcome, violated ? LP_VIOLATED : LP_UNKNOWN);
        if (!violated)
            assert_string_equal(v.reason, "not decided in 10 steps");
        lp_verdict_fini(&v);
        lp_history_free(h);
        lp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_in_parallel_hold),
        cmocka_unit_test(the_wrong_key_is_found),
        cmocka_unit_test(steps_are_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
