// SPDX-License-Identifier: MIT
// Synchronisation objects: the figures and examples of Lawrence and Lowe with the verdicts
// they state, and their reductions as hard instances.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/hard_instances.h"
#include "judge/random_history.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"
#include "judge/search/two_step_search.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static lp_outcome judged(const char *condition, const lp_spec *spec, const char *lines, char **why)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    if (!history_read(history_format_find("calls"), "figure", lines, strlen(lines), h, &e))
        fail_msg("%s", e.message);
    lp_verdict v;
    lp_verdict_init(&v);
    if (!judge_history(judge_find(condition, &e), h, spec, NULL, false, &v, &e))
        fail_msg("%s", e.message);
    lp_outcome outcome = v.outcome;
    if (why)
        *why = memory_string(v.reason);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    return outcome;
}

static void expect(const char *condition, const char *spec, const char *lines, lp_outcome outcome)
{
    assert_int_equal(judged(condition, lp_spec_find(spec), lines, NULL), outcome);
}

static void figure_2_holds(void **state)
{
    (void)state;
    const char *h = "[1] call send(8)\n[2] call send(8)\n[3] call receive\n[3] return 8\n"
                    "[4] call receive\n[1] return\n[5] call send(9)\n[4] return 9\n"
                    "[6] call receive\n[2] return\n[5] return\n[6] return 8\n";
    expect("synchronised", "channel", h, LP_HOLDS);
    expect("two-step", "channel", h, LP_HOLDS);
    expect("progressible", "channel", h, LP_HOLDS);
}

// Proposition 10: no ordinary spec tells these two apart.
static void operations_that_meet_overlap(void **state)
{
    (void)state;
    expect("synchronised", "channel",
           "[1] call send(3)\n[2] call receive\n[1] return\n[2] return 3\n", LP_HOLDS);
    expect("synchronised", "channel",
           "[1] call send(3)\n[1] return\n[2] call receive\n[2] return 3\n", LP_VIOLATED);
}

static void figure_7_is_violated(void **state)
{
    (void)state;
    const char *h = "[0] call exchange(13)\n[1] call exchange(70)\n[1] return 13\n"
                    "[2] call exchange(76)\n[3] call exchange(58)\n[3] return 76\n"
                    "[2] return 58\n[0] return 58\n";
    expect("synchronised", "exchanger", h, LP_VIOLATED);
    expect("two-step", "exchanger", h, LP_VIOLATED);
    expect("progressible", "exchanger", h, LP_VIOLATED);
}

static void figure_8_does_not_go_on(void **state)
{
    (void)state;
    const char *h = "[0] call send(48)\n[1] call receive\n[2] call send(92)\n[3] call receive\n"
                    "[1] return 48\n[0] return\n";
    expect("synchronised", "channel", h, LP_HOLDS);
    char *why;
    assert_int_equal(judged("progressible", lp_spec_find("channel"), h, &why), LP_VIOLATED);
    assert_non_null(strstr(why, "send(92)"));
    assert_non_null(strstr(why, "could have gone on together"));
    free(why);
}

// The examples of §2.6, and others of its kind.
static void who_can_go_on_must(void **state)
{
    (void)state;
    expect("progressible", "channel", "[1] call send(4)\n[2] call send(5)\n[3] call receive\n",
           LP_VIOLATED);
    expect("progressible", "channel", "[1] call send(4)\n", LP_HOLDS);
    expect("progressible", "channel", "[1] call send(4)\n[2] call send(5)\n", LP_HOLDS);
    // It met, so it must return.
    expect("progressible", "channel", "[1] call send(4)\n[2] call receive\n[2] return 4\n",
           LP_VIOLATED);
    // It can always give up.
    expect("progressible", "timeout-channel", "[1] call send(4)\n", LP_VIOLATED);
    // Nobody waits on a closed channel.
    expect("progressible", "closeable-channel", "[1] call send(4)\n[2] call close\n[2] return\n",
           LP_VIOLATED);
    expect("progressible", "closeable-channel", "[1] call send(4)\n", LP_HOLDS);
    // Ordinary objects: a queue that waits.
    expect("progressible", "terminating-queue", "[1] call deq\n[2] call enq(1)\n[2] return\n",
           LP_VIOLATED);
    expect("progressible", "terminating-queue", "[1] call deq\n", LP_HOLDS);
    expect("progressible", "terminating-queue", "[1] call deq\n[2] call deq\n", LP_VIOLATED);
}

// Fig. 5's deterministic automaton of a timeout channel, for one sender: what is offered,
// then the result that waits for the sender.
enum { NAIVE_SEND, NAIVE_RECEIVE, NAIVE_SENT };

static void naive_initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value none[] = {LP_NIL, LP_NIL};
    s->emit(s, NULL, none, sizeof none);
}

static void naive_step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL);
    lp_value offered[] = {s->calls[0].arg, LP_NIL}, met[] = {LP_NIL, LP_TRUE};
    lp_value none[] = {LP_NIL, LP_NIL};
    bool zero = lp_is_nil(now[0]);
    if (s->calls[0].method == NAIVE_SEND && zero && lp_is_nil(now[1]))
        lp_step_emit_values(s, LP_UNIT, offered, 2);
    else if (s->calls[0].method == NAIVE_RECEIVE && !zero)
        lp_step_emit_values(s, now[0], met, 2);
    else if (s->calls[0].method == NAIVE_RECEIVE)
        lp_step_emit_values(s, LP_NIL, now, 2);
    else if (s->calls[0].method == NAIVE_SENT && !zero)
        lp_step_emit_values(s, LP_FALSE, none, 2);
    else if (s->calls[0].method == NAIVE_SENT && !lp_is_nil(now[1]))
        lp_step_emit_values(s, now[1], none, 2);
}

static const lp_spec naive = {
    .name = "naive",
    .methods = {{"send", NULL, 1, NULL, true}, {"receive", NULL, 0}, {"sent", NULL, 0}},
    .initial = naive_initial,
    .step = naive_step,
};

static void figure_5_is_a_false_alarm(void **state)
{
    (void)state;
    const char *top = "[0] call send(3)\n[0] return\n[1] call receive\n[1] return 3\n"
                      "[0] call sent\n[0] return true\n";
    const char *bottom = "[0] call send(3)\n[0] return\n[1] call receive\n[1] return null\n"
                         "[0] call sent\n[0] return false\n";
    assert_int_equal(judged("linearizable", &naive, top, NULL), LP_HOLDS);
    assert_int_equal(judged("linearizable", &naive, bottom, NULL), LP_VIOLATED); // and is right
    // What really happened: both gave up.
    const char *real = "[0] call send(3)\n[0] return false\n[1] call receive\n[1] return null\n";
    expect("synchronised", "timeout-channel", real, LP_HOLDS);
    expect("two-step", "timeout-channel", real, LP_HOLDS);

    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e = {0};
    assert_true(history_read(history_format_find("calls"), "real", real, strlen(real), h, &e));
    uint32_t methods[2], late[] = {3, 3}; // logged after everything
    assert_true(resolve_methods(h, lp_spec_find("timeout-channel"), methods, &e));
    judge_task task = {.history = h, .methods = methods, .spec = lp_spec_find("timeout-channel")};
    lp_verdict v;
    lp_verdict_init(&v);
    two_step_run(&task, &(two_step_options){.kind = TWO_STEP_ADAPTIVE, .logged_after = late}, &v);
    assert_int_equal(v.outcome, LP_HOLDS);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
}

static lp_outcome run(const char *condition, const lp_spec *spec, const lp_history *h,
                      const uint32_t *methods)
{
    error e;
    judge_task task = {.history = h, .methods = methods, .spec = spec};
    lp_verdict v;
    lp_verdict_init(&v);
    judge_find(condition, &e)->run(&task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

// §6.5: three meet, without a state.
static void triples_that_match(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, match = 0;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = 0; n < cases; n++) {
        triples t = {.size = 1 + (uint32_t)rng_below(&r, 4)};
        uint64_t density = 5 + rng_below(&r, 40);
        for (uint32_t i = 0; i < t.size * t.size * t.size; i++)
            t.in[i % t.size][i / t.size % t.size][i / t.size / t.size] =
                rng_below(&r, 100) < density;
        lp_pool *pool = lp_pool_new();
        lp_spec spec = triples_spec(&t);
        uint32_t *methods;
        lp_history *h = triples_history(&t, pool, &methods);
        lp_outcome truth = triples_match(&t) ? LP_HOLDS : LP_VIOLATED;
        match += truth == LP_HOLDS;
        assert_int_equal(run("synchronised", &spec, h, methods), truth);
        assert_int_equal(run("linearizable", &spec, h, methods), truth); // the monitor
        lp_history_free(h);
        free(methods);
        lp_pool_free(pool);
    }
    printf("%llu of %llu match\n", (unsigned long long)match, (unsigned long long)cases);
    assert_true(match > cases / 20 && match < cases - cases / 20);
}

// §6.2: a register in disguise is as hard as a register, and right when it is.
static void registers_with_helpers(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 10, holds = 0;
    const lp_spec *plain = lp_spec_find("register");
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = 0; n < cases; n++) {
        lp_pool *pool = lp_pool_new();
        random_shape shape = {.processes = 3, .ops = 6, .values = 2, .change_percent = 50};
        uint32_t *methods, *helped;
        lp_history *h = random_history(&r, pool, plain, &shape, &methods);
        lp_history *disguised = helped_register_history(h, &helped);
        judge_task task = {.history = h, .methods = methods, .spec = plain};
        lp_outcome truth = oracle_enumerate(&task, lp_op_precedes, 0);
        holds += truth == LP_HOLDS;
        assert_int_equal(run("synchronised", &helped_register_spec, disguised, helped), truth);
        lp_history_free(h);
        lp_history_free(disguised);
        free(methods);
        free(helped);
        lp_pool_free(pool);
    }
    assert_true(holds > cases / 20 && holds < cases - cases / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_2_holds),       cmocka_unit_test(operations_that_meet_overlap),
        cmocka_unit_test(figure_7_is_violated), cmocka_unit_test(figure_8_does_not_go_on),
        cmocka_unit_test(who_can_go_on_must),   cmocka_unit_test(figure_5_is_a_false_alarm),
        cmocka_unit_test(triples_that_match),   cmocka_unit_test(registers_with_helpers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
