// SPDX-License-Identifier: MIT
// Every judge against enumeration, for every built-in spec and the specs of
// test_specs.h, on thousands of
// random small histories; every witness and counterexample re-checked. The
// number per spec is LINCHPIN_CASES (make soak raises it), the seed LINCHPIN_SEED; with
// LINCHPIN_JUDGE=NAME only that judge is compared.

#include "history/history_format.h"
#include "judge/monitor/monitor.h"
#include "judge/monitor/monitor_run.h"
#include "judge/random_history.h"
#include "judge/search/oracle.h"
#include "judge/test_specs.h"
#include "setting.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const judge judge_linearizable;

typedef struct tally {
    uint64_t holds, violated, declined;
} tally;

// The monitor as the model checker uses it: fed event by event, with neither
// the results to come nor which operations never return.
static lp_outcome judge_online(const lp_history *h, const uint32_t *methods, const lp_spec *spec)
{
    monitor *m = monitor_new(spec, h->pool);
    uint32_t set = monitor_start(m);
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t n = h->events[i].op;
        const lp_op *op = &h->ops[n];
        // Slots by operation: any numbering will do.
        set = h->events[i].is_return
                  ? monitor_return(m, set, n, op->result)
                  : monitor_call(m, set, n, methods[n], op->process, op->arg, NULL, false);
    }
    monitor_free(m);
    return set == MONITOR_VIOLATED ? LP_VIOLATED : LP_HOLDS;
}

static bool in_two_steps(const judge *j)
{
    return strncmp(j->name, "two-step", strlen("two-step")) == 0;
}

// The same, told the results to come.
static lp_outcome judge_told(const judge_task *task)
{
    lp_verdict v;
    lp_verdict_init(&v);
    monitor_run(task, &v);
    lp_outcome outcome = v.outcome;
    if (outcome == LP_HOLDS)
        assert_true(oracle_check_witness(task, lp_op_precedes, v.witness, v.witness_count));
    lp_verdict_fini(&v);
    return outcome;
}

static void compare(const judge *j, const lp_spec *spec, rng *r, tally *t)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = 2 + (uint32_t)rng_below(r, 3),
                          .ops = 3 + (uint32_t)rng_below(r, 5),
                          .values = 1 + (int64_t)rng_below(r, 3),
                          .pending_percent = rng_below(r, 2) ? 0 : 25,
                          .change_percent = 70};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec, .want_witness = true};
    lp_outcome truth = oracle_judge(j, &task, 0);

    if (j == &judge_linearizable && !spec->needs_result)
        assert_int_equal(judge_online(h, methods, spec), truth);
    if (j == &judge_linearizable)
        assert_int_equal(judge_told(&task), truth);

    lp_verdict v;
    lp_verdict_init(&v);
    error e;
    bool fine = judge_history(j, h, spec, NULL, true, &v, &e);
    bool declined = fine ? v.outcome == LP_UNKNOWN : j->plan && spec->syncs;
    if (!declined && (!fine || v.outcome != truth)) {
        text line = {0};
        history_canonical(h, &line);
        fail_msg("%s of %s: enumeration says %s, the judge %s: %s %s", j->name, spec->name,
                 outcome_name(truth), fine ? outcome_name(v.outcome) : e.message, line.bytes,
                 v.reason ? v.reason : "");
    }
    if (declined) {
        t->declined++;
    } else if (truth == LP_HOLDS) {
        judge_task whole = {.history = v.history, .methods = methods, .spec = spec};
        if (v.has_witness)
            assert_true(oracle_check_witness(&whole, j->precedes, v.witness, v.witness_count));
        else // two-step linearisation finds another order, of steps
            assert_true(spec->syncs && in_two_steps(j));
        t->holds++;
    } else {
        assert_non_null(v.history);
        assert_true(v.history->op_count <= h->op_count);
        assert_true(v.rechecked);
        t->violated++;
    }
    lp_verdict_fini(&v);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

// Which judges decline which specs: all histories of such a spec, and no others.
static bool declines(const judge *j, const lp_spec *spec)
{
    // It is for methods that take part in one synchronisation; here some take part in more.
    static const char *const not_fixed[] = {"closeable-channel", "terminating-queue",
                                            "timeout-channel", "timeout-exchanger", "rendezvous"};
    for (size_t i = 0; i < sizeof not_fixed / sizeof *not_fixed; i++)
        if (strcmp(j->name, "two-step-fixed") == 0 && strcmp(spec->name, not_fixed[i]) == 0)
            return true;
    // The worked example of a new condition (docs/examples/extend) is for ordinary objects.
    return strcmp(j->name, "skewed") == 0 && spec->syncs;
}

static void compare_many(const judge *j, const lp_spec *spec, uint64_t cases, uint64_t seed)
{
    if (j->only && !spec_is(spec, j->only))
        return;
    rng r;
    rng_init(&r, seed);
    tally t = {0};
    for (uint64_t n = 0; n < cases; n++)
        compare(j, spec, &r, &t);
    printf("%s %s: %llu hold, %llu violated (seed %llu)\n", j->name, spec->name,
           (unsigned long long)t.holds, (unsigned long long)t.violated, (unsigned long long)seed);
    assert_int_equal(t.declined, declines(j, spec) ? cases : 0);
    if (t.declined)
        return;
    // Both verdicts must be frequent, or the test would show little.
    assert_true(t.holds > cases / 50);
    assert_true(t.violated > cases / 50);
}

// For ordinary specs, some conditions only pass the history on to linearizability. The
// special two-step constructions have judge/synchronised too.
static uint64_t enough(const judge *j, const lp_spec *spec, uint64_t cases)
{
    bool passed_on = strcmp(j->name, "synchronised") == 0 || in_two_steps(j);
    if (passed_on && !spec->syncs)
        return cases > 1000 ? 1000 : cases;
    return in_two_steps(j) && j->plan ? cases / 10 : cases;
}

static void every_judge_agrees_with_enumeration(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), seed = setting("LINCHPIN_SEED", 1);
    const char *only = getenv("LINCHPIN_JUDGE");
    bool found = false;
    for (size_t i = 0; judges[i]; i++) {
        if (only && strcmp(judges[i]->name, only) != 0)
            continue;
        found = true;
        for (size_t s = 0; judges[i]->precedes && spec_builtins[s]; s++)
            compare_many(judges[i], spec_builtins[s], enough(judges[i], spec_builtins[s], cases),
                         seed);
        for (size_t s = 0; judges[i]->precedes && test_specs[s]; s++)
            compare_many(judges[i], test_specs[s], enough(judges[i], test_specs[s], cases), seed);
    }
    assert_true(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_judge_agrees_with_enumeration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
