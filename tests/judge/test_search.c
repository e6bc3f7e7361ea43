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
#include <string.h>

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

static random_shape random_crowd(rng *r)
{
    return (random_shape){.processes = 2 + (uint32_t)rng_below(r, 5),
                          .ops = 6 + (uint32_t)rng_below(r, 13),
                          .values = 1 + (int64_t)rng_below(r, rng_below(r, 3) ? 3 : 30),
                          .pending_percent = rng_below(r, 2) ? 0 : 20,
                          .change_percent = 40};
}

static lp_outcome enumerated(const judge_task *task)
{
    return oracle_enumerate(task, lp_op_precedes, 0);
}

static void compare(const lp_spec *spec, rng *r, const random_shape *shape,
                    lp_outcome (*judged)(const judge_task *task), uint64_t *holds)
{
    lp_pool *pool = lp_pool_new();
    uint32_t *methods;
    lp_history *h = random_history(r, pool, spec, shape, &methods);
    judge_task task = {.history = h, .methods = methods, .spec = spec, .want_witness = true};
    lp_outcome truth = judged(&task);
    jit_search *s = jit_search_new(spec, pool);
    lp_verdict v;
    lp_verdict_init(&v);
    jit_search_run(s, &task, &v);
    if (v.outcome != truth) {
        text line = {0};
        history_canonical(h, &line);
        fail_msg("%s: it is %s, and the search says %s: %s", spec->name, outcome_name(truth),
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
        for (uint64_t n = 0; n < cases; n++) {
            random_shape shape = random_crowd(&r);
            compare(*s, &r, &shape, judge_told, &holds);
        }
        printf("%s: %llu of %llu hold\n", specs[i], (unsigned long long)holds,
               (unsigned long long)cases);
        assert_true(holds > cases / 20 && holds < cases - cases / 20);
    }
}

// What adds to an integer has rules of its own (jit_sums.c): with numbers of both signs, small ones against
// enumeration, larger ones against the monitor.
static void is_right_about_sums(void **state)
{
    (void)state;
    static const char *const sums[] = {"counter", "fetch-and-add"};
    uint64_t cases = setting("LINCHPIN_CASES", 10000);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        const lp_spec *const *s = spec_builtins;
        while (!spec_is(*s, sums[i]))
            s++;
        rng r;
        rng_init(&r, setting("LINCHPIN_SEED", 1));
        uint64_t holds = 0;
        for (uint64_t n = 0; n < cases; n++) {
            random_shape shape = random_crowd(&r);
            shape.signs = rng_below(&r, 4) > 0;
            compare(*s, &r, &shape, judge_told, &holds);
            shape.ops = 3 + (uint32_t)rng_below(&r, 5);
            compare(*s, &r, &shape, enumerated, &holds);
        }
        printf("%s with signs: %llu of %llu hold\n", sums[i], (unsigned long long)holds,
               (unsigned long long)(2 * cases));
        assert_true(holds > cases / 10 && holds < 2 * cases - cases / 10);
    }
}

// A counter that so many use at once, half of them adding numbers that are all different: the search goes by what
// others tell, and does not try all their sums.
enum { CROWD = 24, CROWD_OPS = 400, CROWD_STEPS = 100000 };

static lp_history *counting_crowd(rng *r, lp_pool *pool, const lp_spec *spec, uint32_t *methods)
{
    static const char *const names[] = {"add", "add", "add", "inc", "dec", "next", "read"};
    struct {
        uint32_t op, phase;
        int64_t adds, told;
        bool tells;
    } all[CROWD] = {0};
    lp_history *h = lp_history_new(pool);
    int64_t now = 0;
    for (uint32_t open = 0; open || h->op_count < CROWD_OPS;) {
        uint32_t i = (uint32_t)rng_below(r, CROWD);
        if (all[i].phase == 0 && h->op_count < CROWD_OPS) {
            const char *name = names[rng_below(r, sizeof names / sizeof *names)];
            int64_t fresh = 1 + (int64_t)h->op_count;
            bool adds = name[0] == 'a';
            all[i].op = lp_history_call(h, i, lp_string(pool, name, strlen(name)),
                                        adds ? lp_int(fresh) : LP_NIL);
            methods[all[i].op] = spec_method(spec, name);
            all[i].adds = adds ? fresh : name[0] == 'd' ? -1 : name[0] != 'r';
            all[i].tells = name[0] == 'n' || name[0] == 'r';
            open++;
        } else if (all[i].phase == 1) {
            all[i].told = now;
            now += all[i].adds;
        } else if (all[i].phase == 2) {
            lp_history_return(h, all[i].op, all[i].tells ? lp_int(all[i].told) : LP_UNIT);
            open--;
        } else {
            continue;
        }
        all[i].phase = (all[i].phase + 1) % 3;
    }
    return h;
}

static void counts_in_a_crowd(void **state)
{
    (void)state;
    const lp_spec *spec = lp_spec_find("counter");
    for (uint64_t seed = 1; seed <= 10; seed++) {
        rng r;
        rng_init(&r, seed);
        lp_pool *pool = lp_pool_new();
        uint32_t methods[CROWD_OPS];
        lp_history *h = counting_crowd(&r, pool, spec, methods);
        judge_task task = {.history = h, .methods = methods, .spec = spec, .budget = CROWD_STEPS};
        jit_search *s = jit_search_new(spec, pool);
        lp_verdict v;
        lp_verdict_init(&v);
        jit_search_run(s, &task, &v);
        assert_int_equal(v.outcome, LP_HOLDS);
        lp_verdict_fini(&v);
        jit_search_free(s);
        lp_history_free(h);
        lp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_right_about_crowds),
                                       cmocka_unit_test(is_right_about_sums),
                                       cmocka_unit_test(counts_in_a_crowd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
