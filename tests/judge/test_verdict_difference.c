// SPDX-License-Identifier: MIT
// What is different between two verdicts: what comes first, the first operation and the first step,
// figures, and the same as JSON. The verdicts have pools of their own, with other things in them.

#include "judge/evidence/verdict.h"
#include "judge/evidence/verdict_difference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct two {
    lp_pool *pools[2];
    lp_verdict v[2]; // before, now
    verdict_difference d;
} two;

static void begin(two *t)
{
    for (int i = 0; i < 2; i++) {
        t->pools[i] = lp_pool_new();
        if (i) // so that equal values have other numbers
            lp_string(t->pools[i], "another", 7);
        lp_verdict_init(&t->v[i]);
        verdict_copy(&t->v[i].condition, "linearizable");
    }
}

static void violate(two *t, int i)
{
    verdict_violate(&t->v[i], LP_VIOLATION_CONDITION, "no order explains it");
    lp_history_free(t->v[i].history);
    t->v[i].history = lp_history_new(t->pools[i]);
}

static void call(two *t, int i, int64_t process, const char *method, int64_t result)
{
    lp_history *h = t->v[i].history;
    lp_value pair[] = {lp_int(result), lp_string(t->pools[i], "x", 1)};
    uint32_t op =
        lp_history_call(h, process, lp_string(t->pools[i], method, strlen(method)), LP_NIL);
    lp_history_return(h, op, lp_vector(t->pools[i], pair, 2));
}

static difference_kind compare(two *t)
{
    verdict_compare(&t->v[0], &t->v[1], &t->d);
    return t->d.first;
}

static void says(two *t, const char *json)
{
    text out = {0};
    json_writer w;
    json_write_init(&w, &out);
    difference_write(&w, &t->d);
    json_write_fini(&w);
    assert_string_equal(out.bytes, json);
    text_fini(&out);
}

static void end(two *t)
{
    for (int i = 0; i < 2; i++) {
        lp_verdict_fini(&t->v[i]);
        lp_pool_free(t->pools[i]);
    }
}

static void nothing_is_different(void **state)
{
    (void)state;
    two t;
    begin(&t);
    verdict_hold(&t.v[0]);
    verdict_hold(&t.v[1]);
    assert_int_equal(compare(&t), DIFFERENCE_NONE);
    assert_false(difference_is_news(&t.d));
    says(&t, "{\"first\":\"nothing\"}");
    // Times and seeds always differ.
    verdict_figure(&t.v[0], LP_FIGURE_SEED, 1);
    verdict_figure(&t.v[1], LP_FIGURE_SEED, 2);
    verdict_figure(&t.v[1], LP_FIGURE_SEARCH_SECONDS, 2);
    assert_int_equal(compare(&t), DIFFERENCE_NONE);
    end(&t);
}

static void figures_and_questions(void **state)
{
    (void)state;
    two t;
    begin(&t);
    verdict_hold(&t.v[0]);
    verdict_hold(&t.v[1]);
    verdict_figure(&t.v[0], LP_FIGURE_STATES, 427);
    verdict_figure(&t.v[1], LP_FIGURE_STATES, 513);
    verdict_figure(&t.v[0], LP_FIGURE_NODES, 9);
    verdict_figure(&t.v[1], LP_FIGURE_DEPTH, 3);
    assert_int_equal(compare(&t), DIFFERENCE_FIGURES);
    assert_false(difference_is_news(&t.d));
    assert_int_equal(t.d.figure_count, 3);
    verdict_copy(&t.v[1].spec, "stack");
    assert_int_equal(compare(&t), DIFFERENCE_QUESTION);
    says(&t, "{\"first\":\"question\",\"spec\":{\"now\":\"stack\"},\"figures\":{"
             "\"states\":{\"before\":427,\"now\":513},\"depth\":{\"now\":3},"
             "\"nodes\":{\"before\":9}}}");
    end(&t);
}

static void outcomes_come_first(void **state)
{
    (void)state;
    two t;
    begin(&t);
    verdict_hold(&t.v[0]);
    violate(&t, 1);
    call(&t, 1, 0, "deq", 1);
    assert_int_equal(compare(&t), DIFFERENCE_OUTCOME);
    assert_true(difference_is_news(&t.d));
    says(&t, "{\"first\":\"verdict\",\"verdict\":{\"before\":\"holds\",\"now\":\"violated\"},"
             "\"kind\":{\"now\":\"condition\"},\"reason\":{\"now\":\"no order explains it\"}}");
    end(&t);
}

static void counterexamples(void **state)
{
    (void)state;
    two t;
    begin(&t);
    for (int i = 0; i < 2; i++) {
        violate(&t, i);
        call(&t, i, 0, "enq", 1);
        call(&t, i, 1, "deq", 2);
        verdict_trace(&t.v[i], 0, false, i ? "a.c:9" : "a.c:7", "write top"); // a line was added
    }
    assert_int_equal(compare(&t), DIFFERENCE_NONE);
    // One has more operations than the other, and one more step.
    call(&t, 1, 1, "deq", 3);
    verdict_trace(&t.v[0], 0, false, NULL, "read top");
    assert_int_equal(compare(&t), DIFFERENCE_COUNTEREXAMPLE);
    assert_true(difference_is_news(&t.d));
    assert_int_equal(t.d.operation, 2);
    assert_int_equal(t.d.step, 1);
    says(&t, "{\"first\":\"counterexample\",\"counterexample\":{\"same\":false,"
             "\"operations\":{\"before\":2,\"now\":3},\"operation\":2,"
             "\"steps\":{\"before\":2,\"now\":1},\"step\":1}}");
    // A result inside of a vector.
    call(&t, 0, 1, "deq", 4);
    assert_int_equal(compare(&t), DIFFERENCE_COUNTEREXAMPLE);
    assert_int_equal(t.d.operation, 2);
    // Another kind outweighs that.
    verdict_break(&t.v[1], LP_VIOLATION_DEADLOCK, "no thread can go on");
    assert_int_equal(compare(&t), DIFFERENCE_VIOLATION);
    end(&t);
}

// The same calls with the same results, but one of them waits for the other.
static void operations_that_overlap_differ(void **state)
{
    (void)state;
    two t;
    begin(&t);
    for (int i = 0; i < 2; i++) {
        violate(&t, i);
        lp_history *h = t.v[i].history;
        lp_value get = lp_string(t.pools[i], "get", 3);
        uint32_t first = lp_history_call(h, 0, get, LP_NIL);
        if (i)
            lp_history_return(h, first, LP_TRUE);
        uint32_t second = lp_history_call(h, 1, get, LP_NIL);
        if (!i)
            lp_history_return(h, first, LP_TRUE);
        lp_history_return(h, second, LP_TRUE);
    }
    assert_int_equal(compare(&t), DIFFERENCE_COUNTEREXAMPLE);
    assert_int_equal(t.d.operation, 0);
    end(&t);
}

static void errors_have_reasons(void **state)
{
    (void)state;
    two t;
    begin(&t);
    verdict_decide(&t.v[0], LP_ERROR, "a.c does not compile");
    verdict_decide(&t.v[1], LP_ERROR, "a.c does not compile");
    assert_int_equal(compare(&t), DIFFERENCE_NONE);
    verdict_decide(&t.v[1], LP_ERROR, "a.c does not link");
    assert_int_equal(compare(&t), DIFFERENCE_REASON);
    says(&t, "{\"first\":\"reason\",\"reason\":{\"before\":\"a.c does not compile\","
             "\"now\":\"a.c does not link\"}}");
    // Of a violation without evidence, the reason is all there is.
    for (int i = 0; i < 2; i++)
        verdict_break(&t.v[i], LP_VIOLATION_INVARIANT, "invariant %d is false", i);
    assert_int_equal(compare(&t), DIFFERENCE_COUNTEREXAMPLE);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_different),
        cmocka_unit_test(figures_and_questions),
        cmocka_unit_test(outcomes_come_first),
        cmocka_unit_test(counterexamples),
        cmocka_unit_test(operations_that_overlap_differ),
        cmocka_unit_test(errors_have_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
