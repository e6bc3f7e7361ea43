// SPDX-License-Identifier: MIT
// Scenarios: parsing, printing, shapes.

#include "history/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void prints_as(const char *source, const char *wanted)
{
    lp_pool *pool = lp_pool_new();
    scenario *s = calloc(1, sizeof *s);
    error e = {0};
    if (!scenario_parse(pool, source, s, &e))
        fail_msg("%s", e.message);
    text t = {0};
    scenario_print(pool, s, &t);
    assert_string_equal(t.bytes, wanted);
    text_fini(&t);
    free(s);
    lp_pool_free(pool);
}

static void refused(const char *source, const char *why)
{
    lp_pool *pool = lp_pool_new();
    scenario *s = calloc(1, sizeof *s);
    error e = {0};
    assert_false(scenario_parse(pool, source, s, &e));
    if (!strstr(e.message, why))
        fail_msg("expected \"%s\" in: %s", why, e.message);
    free(s);
    lp_pool_free(pool);
}

static void scenarios_round_trip(void **state)
{
    (void)state;
    prints_as("enq(1) deq | enq(2) deq", "enq(1) deq | enq(2) deq");
    prints_as("enq(7);enq(1) deq()|deq;deq deq", "enq(7) ; enq(1) deq | deq ; deq deq");
    prints_as("a | b ; c", "a | b ; c");
    prints_as("a ; b | c", "a ; b | c");
    prints_as("a ; b", "a ; b ;");
    prints_as("; b ; c", "; b ; c");
    prints_as("a ; ; c", "a ;  ; c");
    prints_as("cas(1, -2) | put(\"k|;\", nil) | f([1,2])",
              "cas(1,-2) | put(\"k|;\",nil) | f([1,2])");
    prints_as("a | | b", "a |  | b");
}

// Into memory that held another one: nothing of that may stay.
static void copies_are_equal(void **state)
{
    (void)state;
    const char *lines[] = {"a(1,2) ; b c | d(3) e f ; g", "a", "a | b | c", "a ; b ; c",
                           "a | b(8)"};
    lp_pool *pool = lp_pool_new();
    scenario *from = calloc(1, sizeof *from), *to = calloc(1, sizeof *to);
    text expected = {0}, copied = {0};
    error e = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_true(scenario_parse(pool, lines[i], from, &e));
        scenario_copy(to, from);
        text_clear(&expected);
        text_clear(&copied);
        scenario_print(pool, from, &expected);
        scenario_print(pool, to, &copied);
        assert_string_equal(expected.bytes, copied.bytes);
    }
    text_fini(&expected);
    text_fini(&copied);
    free(from);
    free(to);
    lp_pool_free(pool);
}

static void bad_scenarios_are_refused(void **state)
{
    (void)state;
    refused("", "no call");
    refused("a ; b ; c ; d", "at most two ';'");
    refused("a | b ; c | d ; e", "between the two ';'");
    refused("enq(1", "',' or ')' expected");
    refused("enq(x)", "not a value");
    refused("enq(1,2,3,4,5)", "too many arguments");
    refused("?", "a method name expected");
    refused("a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a", "too many threads");
}

static void shapes(void **state)
{
    (void)state;
    scenario_shape s;
    error e;
    assert_true(scenario_shape_parse("2+3x4+1", &s, &e));
    assert_int_equal(s.before, 2);
    assert_int_equal(s.thread_count, 2);
    assert_int_equal(s.threads[0], 3);
    assert_int_equal(s.threads[1], 4);
    assert_int_equal(s.after, 1);
    assert_true(scenario_shape_parse("2*2+4", &s, &e));
    assert_int_equal(s.before, 0);
    assert_int_equal(s.after, 4);
    assert_true(scenario_shape_parse("1+2x2x2", &s, &e));
    assert_int_equal(s.before, 1);
    assert_int_equal(s.thread_count, 3);
    assert_false(scenario_shape_parse("2x", &s, &e));
    assert_false(scenario_shape_parse("", &s, &e));
    assert_false(scenario_shape_parse("2x2+1+1", &s, &e));
    assert_false(scenario_shape_parse("999x1", &s, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_round_trip),
        cmocka_unit_test(copies_are_equal),
        cmocka_unit_test(bad_scenarios_are_refused),
        cmocka_unit_test(shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
