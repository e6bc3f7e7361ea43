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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_in_parallel_hold),
        cmocka_unit_test(the_wrong_key_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
