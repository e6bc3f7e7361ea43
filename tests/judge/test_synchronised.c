// SPDX-License-Identifier: MIT
// The judges of synchronisation objects against each other, one by one. That each
// condition agrees with enumeration is shown by test_against_oracle; here also the
// algorithms that a condition would not choose, on larger histories, and the figures
// of the paper. LINCHPIN_CASES and LINCHPIN_SEED as elsewhere.

#include "history/history_format.h"
#include "judge/monitor/monitor_run.h"
#include "judge/random_history.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"
#include "judge/search/sync_graph.h"
#include "judge/search/sync_search.h"
#include "judge/search/two_step_search.h"
#include "judge/test_specs.h"
#include "spec/registry.h"

#include "base/memory.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static lp_outcome directly(const judge_task *task, bool asap, bool stuck)
{
    sync_search *s = sync_search_new(task->spec, task->history->pool);
    lp_verdict v;
    lp_verdict_init(&v);
    sync_search_run(s, task, (sync_search_options){.asap = asap, .stuck = stuck}, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    sync_search_free(s);
    return outcome;
}

static lp_outcome in_two_steps(const judge_task *task, const two_step_options *o)
{
    lp_verdict v;
    lp_verdict_init(&v);
    two_step_run(task, o, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

static lp_outcome by_monitor(const judge_task *task)
{
    lp_verdict v;
    lp_verdict_init(&v);
    monitor_run(task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

static void expect(const judge_task *task, const char *who, lp_outcome found, lp_outcome truth)
{
    if (found == truth)
        return;
    text line = {0};
    history_canonical(task->history, &line);
    fail_msg("%s: %s says %s, not %s: %s", task->spec->name, who, outcome_name(found),
             outcome_name(truth), line.bytes);
}

// A logger that is late by a few events, but not later than the process's next call.
static uint32_t *late_log(rng *r, const lp_history *h)
{
    uint32_t *after = memory_new(h->op_count, sizeof *after);
    for (uint32_t i = 0; i < h->op_count; i++) {
        if (lp_op_pending(&h->ops[i]))
            continue;
        uint32_t last = h->ops[i].ret + (uint32_t)rng_below(r, 4);
        for (uint32_t k = i + 1; k < h->op_count; k++)
            if (h->ops[k].process == h->ops[i].process && h->ops[k].call <= last)
                last = h->ops[k].call - 1;
        after[i] = last < h->event_count ? last : h->event_count - 1;
    }
    return after;
}

static void check_two_step(const judge_task *task, rng *r, lp_outcome truth)
{
    two_step_options o = {.kind = TWO_STEP_FIXED};
    error e;
    uint32_t *late = late_log(r, task->history);
    for (uint32_t adaptive = 0; adaptive < 2; adaptive++) {
        o.kind = adaptive ? TWO_STEP_ADAPTIVE : TWO_STEP_FIXED;
        if (!two_step_suits(task->spec, o.kind, &e))
            continue;
        o.logged_after = NULL;
        expect(task, adaptive ? "adaptive two-step" : "fixed two-step", in_two_steps(task, &o),
               truth);
        // Proposition 14: a late log may hide a violation, but raises no false alarm.
        o.logged_after = late;
        if (truth == LP_HOLDS)
            expect(task, "late two-step", in_two_steps(task, &o), LP_HOLDS);
    }
    o = (two_step_options){.kind = TWO_STEP_GENERAL};
    expect(task, "general two-step", in_two_steps(task, &o), truth);
    free(late);
}

static bool check_graph(const judge_task *task, bool stuck, lp_outcome truth)
{
    lp_verdict v;
    lp_verdict_init(&v);
    bool decided = sync_graph_run(task, stuck, &v);
    if (decided) {
        expect(task, v.judge, v.outcome, truth);
        if (truth == LP_HOLDS && task->want_witness)
            assert_true(oracle_check_witness(task, lp_op_precedes, v.witness, v.witness_count));
    }
    lp_verdict_fini(&v);
    return decided;
}

typedef struct tally {
    uint64_t holds, violated, matched;
} tally;

static void compare(const lp_spec *spec, rng *r, bool small, tally *t)
{
    lp_pool *pool = lp_pool_new();
    random_shape shape = {.processes = small ? 4 : 8,
                          .ops = small ? 7 : 14,
                          .values = 1 + (int64_t)rng_below(r, 4),
                          .pending_percent = rng_below(r, 2) ? 0 : 25,
                          .change_percent = small ? 70 : 30};
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, &shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec, .want_witness = true};
    lp_outcome truth = small ? oracle_enumerate(&task, lp_op_precedes, 0) : by_monitor(&task);
    t->holds += truth == LP_HOLDS;
    t->violated += truth == LP_VIOLATED;
    expect(&task, "direct", directly(&task, true, false), truth);
    expect(&task, "direct without ASAP", directly(&task, false, false), truth);
    t->matched += check_graph(&task, false, truth);
    if (small) {
        check_two_step(&task, r, truth);
        expect(&task, "a hurried oracle", oracle_enumerate(&task, lp_op_precedes, UINT64_MAX),
               truth);
    }

    truth = small ? oracle_enumerate_stuck(&task, lp_op_precedes, 0) : directly(&task, false, true);
    expect(&task, "direct, stuck", directly(&task, true, true), truth);
    expect(&task, "direct without ASAP, stuck", directly(&task, false, true), truth);
    check_graph(&task, true, truth);
    if (small)
        expect(&task, "a hurried oracle, stuck",
               oracle_enumerate_stuck(&task, lp_op_precedes, UINT64_MAX), truth);
    lp_history_free(h);
    free(methods);
    lp_pool_free(pool);
}

static bool has_no_state(const lp_spec *spec)
{
    static const char *const names[] = {"channel",         "filter-channel",    "men-and-women",
                                        "timeout-channel", "timeout-exchanger", "exchanger"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(spec->name, names[i]) == 0)
            return true;
    return false;
}

static void compare_many(const lp_spec *spec, bool small, uint64_t cases, uint64_t seed)
{
    rng r;
    rng_init(&r, seed);
    tally t = {0};
    for (uint64_t i = 0; i < cases; i++)
        compare(spec, &r, small, &t);
    printf("%s %s: %llu hold, %llu violated, %llu matched\n", small ? "small" : "large", spec->name,
           (unsigned long long)t.holds, (unsigned long long)t.violated,
           (unsigned long long)t.matched);
    assert_true(t.holds > cases / 50 && t.violated > cases / 50);
    if (has_no_state(spec))
        assert_int_equal(t.matched, cases);
}

static void all_judges_agree(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000), seed = setting("LINCHPIN_SEED", 1);
    for (size_t s = 0; spec_builtins[s]; s++) {
        if (!spec_builtins[s]->syncs)
            continue;
        compare_many(spec_builtins[s], true, cases, seed);
        compare_many(spec_builtins[s], false, cases / 10, seed);
    }
    compare_many(&test_spec_rendezvous, true, cases, seed);
    compare_many(&test_spec_rendezvous, false, cases / 10, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_judges_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
