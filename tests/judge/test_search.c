// SPDX-License-Identifier: MIT
// The search against the monitor, which shares no code with it but the spec, on histories
// that are too large for enumeration: many operations at once, few values, so that many
// are alike; operations that never return. Queues also turn by turn. LINCHPIN_CASES of each spec, in all shapes.

#include "history/history_format.h"
#include "judge/monitor/monitor_run.h"
#include "judge/random_history.h"
#include "judge/search/jit_search.h"
#include "judge/search/oracle.h"
#include "judge/search/turns.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const specs[] = {
    "queue",          "stack",        "deque",    "bag",          "counter", "fetch-and-add",
    "priority-queue", "set",          "register", "cas-register", "mutex",   "kv",
    "multiset",       "max-register", "log",
};

static lp_outcome judge_told(const judge_task *task)
{
    lp_verdict v;
    lp_verdict_init(&v);
    monitor_run(task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

static void compare_turns(const judge_task *task, lp_outcome truth)
{
    lp_outcome outcome = turns_run(task);
    if (outcome != truth) {
        text line = {0};
        history_canonical(task->history, &line);
        fail_msg("queue: the monitor says %s, turns %s: %s", outcome_name(truth),
                 outcome_name(outcome), line.bytes);
    }
}

static void compare(const lp_spec *spec, rng *r, uint64_t *holds)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 2 + (uint32_t)rng_below(r, 5),
                          .ops = 6 + (uint32_t)rng_below(r, 13),
                          .values = 1 + (int64_t)rng_below(r, rng_below(r, 3) ? 3 : 30),
                          .pending_percent = rng_below(r, 2) ? 0 : 20,
                          .change_percent = 40};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec, .want_witness = true};
    lp_outcome truth = judge_told(&task);
    jit_search *s = jit_search_new(spec, pool);
    lp_verdict v;
    lp_verdict_init(&v);
    jit_search_run(s, &task, &v);
    if (v.outcome != truth) {
        text line = {0};
        history_canonical(h, &line);
        fail_msg("%s: the monitor says %s, the search %s: %s", spec->name, outcome_name(truth),
                 outcome_name(v.outcome), line.bytes);
    }
    if (turns_fit(spec))
        compare_turns(&task, truth);
    if (truth == LP_HOLDS)
        assert_true(oracle_check_witness(&task, lp_op_precedes, v.witness, v.witness_count));
    *holds += truth == LP_HOLDS;
    lp_verdict_fini(&v);
    jit_search_free(s);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static void is_right_about_crowds(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 10000);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const lp_spec *const *s = spec_builtins;
        while (!spec_is(*s, specs[i]))
            s++;
        rng r;
        rng_init(&r, setting("LINCHPIN_SEED", 1));
        uint64_t holds = 0;
        for (uint64_t n = 0; n < cases; n++)
            compare(*s, &r, &holds);
        printf("%s: %llu of %llu hold\n", specs[i], (unsigned long long)holds,
               (unsigned long long)cases);
        assert_true(holds > cases / 20 && holds < cases - cases / 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_right_about_crowds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
