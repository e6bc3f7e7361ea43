// SPDX-License-Identifier: MIT
// Verdicts: JSON both ways, objects and keys judged apart, minimal
// counterexamples, input that cannot be judged.

#include "history/history_format.h"
#include "judge/evidence/chart_evidence.h"
#include "judge/evidence/thread_evidence.h"
#include "judge/judge.h"
#include "judge/test_specs.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct judged {
    lp_pool *pool;
    lp_history *h;
    lp_verdict v;
    error e;
    bool fine;
} judged;

static judged judge_text(const char *format, const char *input, const lp_spec *spec)
{
    judged j = {.pool = lp_pool_new()};
    j.h = lp_history_new(j.pool);
    lp_verdict_init(&j.v);
    if (!history_read(history_format_find(format), "test", input, strlen(input), j.h, &j.e))
        fail_msg("%s", j.e.message);
    error e;
    j.fine = judge_history(judge_find("linearizable", &e), j.h, spec, NULL, true, &j.v, &j.e);
    return j;
}

static void drop(judged *j)
{
    lp_verdict_fini(&j->v);
    lp_history_free(j->h);
    lp_pool_free(j->pool);
}

static const lp_spec *builtin(const char *name)
{
    error e;
    return spec_find(name, &e);
}

static void counterexamples_are_minimal_and_honest(void **state)
{
    (void)state;
    // 3 overtakes 2; the rest is noise. The deq of 1 and the empty deq are right,
    // and leaving out only one of a value's operations would be a lie.
    judged j = judge_text("calls",
                          "[0] call deq\n[0] return empty\n"
                          "[0] call enq(1)\n[0] return\n[0] call enq(2)\n[0] return\n"
                          "[0] call enq(3)\n[0] return\n[1] call deq\n[1] return 1\n"
                          "[1] call deq\n[2] call enq(9)\n[1] return 3\n[1] call deq\n"
                          "[1] return 2\n[2] return\n",
                          builtin("queue"));
    assert_true(j.fine);
    assert_int_equal(j.v.outcome, LP_VIOLATED);
    assert_true(j.v.rechecked);
    text t = {0};
    history_format_find("calls")->write(j.v.history, NULL, &t);
    assert_string_equal(t.bytes, "[0] call enq(2)\n[0] return\n[0] call enq(3)\n[0] return\n"
                                 "[1] call deq\n[1] return 3\n");
    assert_int_equal(j.v.culprit, 2);
    assert_string_equal(j.v.reason, "no order of the operations explains deq() → 3");
    assert_non_null(strstr(j.v.detail, "[2 3]"));
    text_fini(&t);
    drop(&j);
}

static void outcomes_come_without_evidence(void **state)
{
    (void)state;
    judged j = judge_text("calls", "[0] call enq(1)\n[0] return\n[0] call deq\n[0] return empty\n",
                          builtin("queue"));
    lp_verdict v;
    lp_verdict_init(&v);
    error e;
    assert_true(judge_outcome(judge_find("linearizable", &e), j.h, builtin("queue"), NULL, &v, &e));
    assert_int_equal(v.outcome, LP_VIOLATED);
    assert_null(v.history);
    assert_null(v.detail);
    assert_int_equal(v.culprit, LP_NO_EVENT);
    lp_verdict_fini(&v);
    drop(&j);
}

static void possible_states_count_pending_operations(void **state)
{
    (void)state;
    judged j = judge_text("calls",
                          "[0] call enq(1)\n[0] return\n[1] call enq(2)\n[0] call deq\n"
                          "[0] return 2\n",
                          builtin("queue"));
    assert_int_equal(j.v.outcome, LP_VIOLATED);
    assert_non_null(strstr(j.v.detail, "could only be: [1], [1 2]"));
    drop(&j);
}

// Which of several objects it is, is said wherever an operation of it is.
static void the_object_is_named(void **state)
{
    (void)state;
    const char *two =
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1,\"object\":\"a\"}\n"
        "{\"process\":0,\"type\":\"ok\",\"f\":\"enq\",\"object\":\"a\"}\n"
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"deq\",\"object\":\"b\"}\n"
        "{\"process\":0,\"type\":\"ok\",\"f\":\"deq\",\"value\":1,\"object\":\"b\"}\n";
    judged j = judge_text("jsonl", two, builtin("queue"));
    assert_int_equal(j.v.outcome, LP_VIOLATED);
    assert_string_equal(j.v.reason, "no order of the operations explains b.deq() → 1");
    assert_non_null(strstr(j.v.detail, "b.deq() → 1 is impossible"));
    assert_int_equal(j.v.explanation->rejected_count, 1);
    assert_non_null(strstr(j.v.explanation->rejected[0].reason, "b.deq() → 1 is impossible"));
    drop(&j);
}

static void objects_are_judged_apart(void **state)
{
    (void)state;
    const char *two =
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"enq\",\"value\":1,\"object\":\"a\"}\n"
        "{\"process\":0,\"type\":\"ok\",\"f\":\"enq\",\"object\":\"a\"}\n"
        "{\"process\":0,\"type\":\"invoke\",\"f\":\"deq\",\"object\":\"b\"}\n"
        "{\"process\":0,\"type\":\"ok\",\"f\":\"deq\",\"value\":null,\"object\":\"b\"}\n";
    judged j = judge_text("jsonl", two, builtin("queue"));
    assert_true(j.fine);
    assert_int_equal(j.v.outcome, LP_HOLDS);
    assert_int_equal(verdict_figure_get(&j.v, LP_FIGURE_PARTS, 0), 2);
    assert_true(j.v.has_witness);
    assert_int_equal(j.v.witness_count, 2);
    assert_int_equal(j.v.witness[0].ops[0], 0);
    // Sequential consistency is not local: it must not be split.
    error e;
    lp_verdict v;
    lp_verdict_init(&v);
    assert_false(
        judge_history(judge_find("sequential", &e), j.h, builtin("queue"), NULL, false, &v, &e));
    assert_int_equal(v.outcome, LP_ERROR);
    lp_verdict_fini(&v);
    drop(&j);
}

static void keys_are_judged_apart(void **state)
{
    (void)state;
    judged j = judge_text("calls",
                          "[0] call put(1, 5)\n[1] call put(2, 6)\n[0] return\n[1] return\n"
                          "[0] call get(2)\n[0] return 6\n[0] call get(1)\n[0] return 6\n",
                          &test_spec_map);
    assert_true(j.fine);
    assert_int_equal(verdict_figure_get(&j.v, LP_FIGURE_PARTS, 0), 2);
    assert_int_equal(j.v.outcome, LP_VIOLATED);
    assert_int_equal(j.v.history->op_count, 2); // of key 1 only
    drop(&j);
}

static void input_that_cannot_be_judged_is_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *input, *message;
        uint64_t line;
    } cases[] = {
        {"[0] call enqueu(1)\n", "did you mean \"enqueue\"?", 1},
        {"[0] call frobnicate(1)\n", "it has: enq, deq, peek", 1},
        {"[0] call enq\n", "enq takes 1 argument, but here it has 0", 1},
        {"[0] call deq(3)\n", "deq takes 0 arguments, but here it has 1", 1},
        {"[0] call enq(1)\n[0] return 5\n", "enq returns nothing", 2},
        {"[1] call deq\n[0] call try_enq(1)\n[1] return\n[0] return\n",
         "try_enq returns a value, but here it returned nothing", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        judged j = judge_text("calls", cases[i].input, builtin("queue"));
        assert_false(j.fine);
        assert_int_equal(j.v.outcome, LP_ERROR);
        assert_int_equal(j.e.line, cases[i].line);
        if (!strstr(j.e.message, cases[i].message))
            fail_msg("expected \"%s\" in: %s", cases[i].message, j.e.message);
        drop(&j);
    }
}

static void verdicts_survive_json(void **state)
{
    (void)state;
    judged j = judge_text("calls",
                          "[0] call enq(1)\n[1] call enq(-2)\n[0] return\n[1] return\n"
                          "[0] call deq\n[0] return empty\n[3] call deq\n",
                          builtin("queue"));
    assert_int_equal(j.v.outcome, LP_VIOLATED);
    verdict_set(&j.v.schedule, "0x3,1");
    verdict_set(&j.v.reproduce, "linchpin \"quoted\" \n");
    verdict_trace(&j.v, 1, true, "a.c:3", "read top = 0x10");
    verdict_trace_frame(&j.v, "atomic_base.h:488", "std::atomic<\"x\">::load");
    verdict_trace_frame(&j.v, "a.c:3", NULL);
    verdict_trace_frame(&j.v, NULL, "run");
    verdict_trace(&j.v, 2, false, NULL, "call");
    verdict_trace_call(&j.v);
    j.v.trace_setup = 1;
    verdict_figure(&j.v, LP_FIGURE_EXECUTIONS, 222);
    verdict_figure(&j.v, LP_FIGURE_SEARCH_SECONDS, 1.5);
    text first = {0}, second = {0};
    verdict_write_json(&j.v, &first);
    lp_pool *pool = lp_pool_new();
    lp_verdict back;
    error e;
    if (!verdict_read_json(first.bytes, first.length, pool, &back, &e))
        fail_msg("%s", e.message);
    verdict_write_json(&back, &second);
    assert_string_equal(first.bytes, second.bytes);
    assert_int_equal(back.violation, LP_VIOLATION_CONDITION);
    assert_int_equal(back.history->ops[0].result.kind, LP_KIND_UNIT);
    assert_int_equal(back.trace[0].frame_count, 3);
    assert_string_equal(back.trace[0].frames[0].function, "std::atomic<\"x\">::load");
    assert_null(back.trace[0].frames[1].function);
    assert_null(back.trace[0].frames[2].where);
    assert_int_equal(back.trace[1].frame_count, 0);
    assert_true(back.trace[1].is_call && !back.trace[0].is_call);
    assert_int_equal(back.trace_setup, 1);
    lp_verdict_fini(&back);
    // Any truncation is refused, and nothing leaks or crashes.
    for (size_t n = 0; n < first.length; n++)
        assert_false(verdict_read_json(first.bytes, n, pool, &back, &e));
    text_fini(&first);
    text_fini(&second);
    lp_pool_free(pool);
    drop(&j);
}

// All that can be said of threads, though no verdict says all of it at once.
static void threads_survive_json(void **state)
{
    (void)state;
    static char nothing[] = "", lock[] = "the \"lock\"", here[] = "a.c:3", head[] = "q.head";
    lp_verdict v, back;
    lp_verdict_init(&v);
    verdict_violate(&v, LP_VIOLATION_RACE, "threads");
    for (int w = 0; w < WAIT_COUNT; w++)
        verdict_waiting(&v, &(lp_waiting){.thread = w - 1,
                                          .wait = (lp_wait)w,
                                          .what = w ? lock : nothing,
                                          .where = w % 2 ? here : NULL,
                                          .line = w % 2 ? 3 : 0});
    verdict_cycle(&v, 7, true);
    verdict_turning(&v, 1);
    verdict_turning_line(&v, 12);
    verdict_turning_line(&v, 3);
    verdict_turning(&v, 2);
    verdict_race(&v, &(lp_race){head, {1, true, false, here}, {2, false, true, NULL}});
    chart_component(&v, lock);
    chart_component(&v, head);
    for (int k = 0; k < CHART_KINDS; k++)
        chart_event(&v, &(lp_chart_event){(lp_chart_kind)k, (uint32_t)k, (uint32_t)k % 2,
                                          k % 3 ? LP_NO_COMPONENT : 1, k ? here : nothing});
    text first = {0}, second = {0};
    verdict_write_json(&v, &first);
    lp_pool *pool = lp_pool_new();
    error e;
    if (!verdict_read_json(first.bytes, first.length, pool, &back, &e))
        fail_msg("%s", e.message);
    verdict_write_json(&back, &second);
    assert_string_equal(first.bytes, second.bytes);
    assert_int_equal(back.waiting_count, WAIT_COUNT);
    assert_int_equal(back.waiting[LP_WAIT_ONCE].wait, LP_WAIT_ONCE);
    assert_int_equal(back.cycle->thread_count, 2);
    assert_int_equal(back.cycle->threads[0].lines[1], 3);
    assert_true(back.cycle->unfair && back.race->first.write && back.race->second.atomic);
    assert_null(back.race->second.where);
    assert_int_equal(back.chart->component_count, 2);
    assert_int_equal(back.chart->events[LP_CHART_CRASH].kind, LP_CHART_CRASH);
    assert_int_equal(back.chart->events[LP_CHART_CRASH].from, 1);
    thread_evidence_move(&v, &back);
    assert_int_equal(back.waiting_count, 0);
    text_clear(&second);
    verdict_write_json(&v, &second);
    assert_string_equal(first.bytes, second.bytes);
    lp_verdict_fini(&back);
    lp_verdict_fini(&v);
    for (size_t n = 0; n < first.length; n++)
        assert_false(verdict_read_json(first.bytes, n, pool, &back, &e));
    // So is every other value in the place of one.
    static const char *const wrong[] = {
        "{\"waiting\":{}}",
        "{\"waiting\":[[]]}",
        "{\"waiting\":[{\"thread\":1,\"for\":\"luck\",\"what\":\"m\"}]}",
        "{\"waiting\":[{\"thread\":1,\"for\":\"mutex\"}]}",
        "{\"waiting\":[{\"thread\":1,\"for\":\"mutex\",\"what\":\"m\",\"line\":-1}]}",
        "{\"cycle\":[]}",
        "{\"cycle\":{\"unfair\":1,\"threads\":[]}}",
        "{\"cycle\":{\"threads\":[{\"thread\":1,\"lines\":[0]}]}}",
        "{\"race\":{\"first\":{}}}",
        "{\"race\":{\"what\":\"x\",\"third\":{}}}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(verdict_read_json(wrong[i], strlen(wrong[i]), pool, &back, &e));
    text_fini(&first);
    text_fini(&second);
    lp_pool_free(pool);
}

static void witnesses_survive_json(void **state)
{
    (void)state;
    judged j = judge_text("calls", "[0] call send(1)\n[1] call receive\n[0] return\n[1] return 1\n",
                          builtin("channel"));
    assert_int_equal(j.v.outcome, LP_HOLDS);
    assert_int_equal(j.v.witness_count, 1);
    assert_int_equal(j.v.witness[0].count, 2);
    text first = {0}, second = {0};
    verdict_write_json(&j.v, &first);
    assert_non_null(strstr(first.bytes, "\"witness\":[[0,1]]"));
    lp_verdict back;
    error e;
    assert_true(verdict_read_json(first.bytes, first.length, j.pool, &back, &e));
    verdict_write_json(&back, &second);
    assert_string_equal(first.bytes, second.bytes);
    lp_verdict_fini(&back);
    text_fini(&first);
    text_fini(&second);
    drop(&j);
}

static void limits_give_unknown(void **state)
{
    (void)state;
    text t = {0};
    for (int i = 0; i < 6000; i++) // each value twice: for the search
        text_add(&t, "[0] call push(%d)\n[0] return\n", i / 2);
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    error e;
    assert_true(history_read(history_format_find("calls"), "test", t.bytes, t.length, h, &e));
    static const volatile sig_atomic_t interrupted = 1;
    limits l = {.interrupted = &interrupted};
    limits_start(&l);
    lp_verdict v;
    lp_verdict_init(&v);
    assert_true(
        judge_history(judge_find("linearizable", &e), h, builtin("stack"), &l, false, &v, &e));
    assert_int_equal(v.outcome, LP_UNKNOWN);
    assert_non_null(strstr(v.reason, "interrupted at event"));
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    text_fini(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counterexamples_are_minimal_and_honest),
        cmocka_unit_test(outcomes_come_without_evidence),
        cmocka_unit_test(possible_states_count_pending_operations),
        cmocka_unit_test(the_object_is_named),
        cmocka_unit_test(objects_are_judged_apart),
        cmocka_unit_test(keys_are_judged_apart),
        cmocka_unit_test(input_that_cannot_be_judged_is_an_error),
        cmocka_unit_test(verdicts_survive_json),
        cmocka_unit_test(threads_survive_json),
        cmocka_unit_test(witnesses_survive_json),
        cmocka_unit_test(limits_give_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
