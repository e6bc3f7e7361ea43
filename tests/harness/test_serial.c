// SPDX-License-Identifier: MIT
// The spec that an object gives itself: serial runs in another process, what they
// say about histories, and what is said when they go wrong.

#include "harness/serial/serial_spec.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A counter, and calls that never should be.
typedef struct counter {
    int n;
    pthread_mutex_t lock;
} counter;

static int made;

static void *create(void)
{
    counter *c = calloc(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    made++;
    return c;
}

static lp_value add(void *object, const lp_value *args)
{
    counter *c = object;
    c->n += (int)lp_to_int(args[0]) - (int)lp_to_int(args[1]);
    return lp_pair(c->n, (int)lp_to_int(args[0]));
}

static lp_value wait(void *object, const lp_value *args)
{
    counter *c = object;
    (void)args;
    pthread_mutex_lock(&c->lock);
    pthread_mutex_lock(&c->lock);
    return LP_UNIT;
}

static lp_value spin(void *object, const lp_value *args)
{
    volatile int *n = &((counter *)object)->n;
    (void)args;
    while (*n < 100)
        ;
    return LP_UNIT;
}

static lp_value crash(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    abort();
}

static lp_value leave(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    _exit(7);
}

static lp_value count(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return lp_int(made);
}

static lp_value text_result(void *object, const lp_value *args)
{
    (void)object;
    (void)args;
    return (lp_value){.kind = LP_KIND_STRING};
}

static const lp_object object = {.name = "counter",
                                 .create = create,
                                 .destroy = free,
                                 .spec = "self",
                                 .methods = {{"add", add, .args = {LP_INTS(0, 9), LP_INTS(0, 9)}},
                                             {"wait", wait},
                                             {"spin", spin},
                                             {"crash", crash},
                                             {"leave", leave},
                                             {"count", count},
                                             {"text", text_result}}};

typedef struct fixture {
    lp_pool *pool;
    subject subject;
    lp_history *history;
    const judge *judge;
    lp_verdict verdict;
} fixture;

static int prepare(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    error e = {0};
    f->pool = lp_pool_new();
    f->history = lp_history_new(f->pool);
    assert_true(subject_init(&f->subject, &object, f->pool, &e));
    f->judge = judge_find("linearizable", &e);
    lp_verdict_init(&f->verdict);
    *state = f;
    return 0;
}

static int clean(void **state)
{
    fixture *f = *state;
    lp_verdict_fini(&f->verdict);
    lp_history_free(f->history);
    serial_spec_free(f->subject.spec);
    lp_pool_free(f->pool);
    free(f);
    return 0;
}

static uint32_t call(fixture *f, int64_t process, const char *method, lp_value arg)
{
    return lp_history_call(f->history, process, lp_string(f->pool, method, strlen(method)), arg);
}

static lp_value two(fixture *f, int a, int b)
{
    return lp_vector(f->pool, (lp_value[]){lp_int(a), lp_int(b)}, 2);
}

static lp_outcome outcome(fixture *f)
{
    error e = {0};
    lp_verdict_fini(&f->verdict);
    lp_verdict_init(&f->verdict);
    assert_true(serial_judge(f->judge, f->history, f->subject.spec, NULL, &f->verdict, &e));
    return f->verdict.outcome;
}

// add(5, 0) and add(1, 2) overlap; the results say which came first, or lie.
static void test_results(void **state)
{
    fixture *f = *state;
    uint32_t a = call(f, 0, "add", two(f, 5, 0)), b = call(f, 1, "add", two(f, 1, 2));
    lp_history_return(f->history, a, two(f, 4, 5));
    lp_history_return(f->history, b, two(f, -1, 1));
    assert_int_equal(outcome(f), LP_HOLDS);
    uint32_t c = call(f, 0, "add", two(f, 0, 0));
    lp_history_return(f->history, c, two(f, 5, 0));
    assert_int_equal(outcome(f), LP_VIOLATED);
    assert_non_null(strstr(f->verdict.detail, "in a serial run it returns [4 0]"));
    assert_non_null(strstr(f->verdict.detail, "after [add(1, 2) → [-1 1], add(5, 0) → [4 5]]"));
}

static void end_with(fixture *f, const char *method, lp_value result)
{
    uint32_t a = call(f, 0, "add", two(f, 1, 0));
    lp_history_return(f->history, a, two(f, 1, 1));
    uint32_t b = call(f, 1, method, LP_NIL);
    lp_history_return(f->history, b, result);
}

// It is known that this one never returns: so it cannot have.
static void test_never(void **state)
{
    fixture *f = *state;
    end_with(f, "wait", LP_UNIT);
    assert_int_equal(outcome(f), LP_VIOLATED);
    assert_non_null(strstr(f->verdict.detail, "in a serial run it does not return"));
}

static void expect_doubt(fixture *f, const char *method, lp_value result, const char *words)
{
    end_with(f, method, result);
    assert_int_equal(outcome(f), LP_UNKNOWN);
    assert_non_null(strstr(f->verdict.reason, words));
    // Again: what is remembered is as doubtful as it was.
    assert_int_equal(outcome(f), LP_UNKNOWN);
    assert_non_null(strstr(f->verdict.reason, words));
}

static void test_long(void **state)
{
    expect_doubt(*state, "spin", LP_UNIT, "add(1, 0) → [1 1], spin() takes too long");
}

static void test_crash(void **state)
{
    expect_doubt(*state, "crash", LP_UNIT, "crash() crashed (SIGABRT)");
}

static void test_exit(void **state)
{
    expect_doubt(*state, "leave", LP_UNIT, "leave() called exit(7)");
}

static void test_result_kind(void **state)
{
    expect_doubt(*state, "text", LP_UNIT, "text() returned something that is not");
}

static void test_not_the_same(void **state)
{
    fixture *f = *state;
    uint32_t a = call(f, 0, "count", LP_NIL);
    lp_history_return(f->history, a, lp_int(made + 1));
    uint32_t b = call(f, 0, "count", LP_NIL);
    lp_history_return(f->history, b, lp_int(made + 2));
    assert_int_equal(outcome(f), LP_UNKNOWN);
    assert_non_null(strstr(f->verdict.reason, "did not do the same as before"));
}

static void test_argument_kind(void **state)
{
    fixture *f = *state;
    lp_value args[] = {lp_string(f->pool, "x", 1), lp_int(1)};
    uint32_t a = call(f, 0, "add", lp_vector(f->pool, args, 2));
    lp_history_return(f->history, a, LP_NIL);
    assert_int_equal(outcome(f), LP_UNKNOWN);
    assert_non_null(strstr(f->verdict.reason, "neither an integer nor a boolean"));
}

// A trouble that no order has to do with does no harm.
static void test_doubt_is_of_one_history(void **state)
{
    fixture *f = *state;
    expect_doubt(f, "crash", LP_UNIT, "crash() crashed");
    lp_history_free(f->history);
    f->history = lp_history_new(f->pool);
    uint32_t a = call(f, 0, "add", two(f, 1, 0));
    lp_history_return(f->history, a, two(f, 2, 1));
    assert_int_equal(outcome(f), LP_VIOLATED);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, clean)
    const struct CMUnitTest tests[] = {
        TEST(test_results),      TEST(test_never),         TEST(test_long),
        TEST(test_crash),        TEST(test_exit),          TEST(test_result_kind),
        TEST(test_not_the_same), TEST(test_argument_kind), TEST(test_doubt_is_of_one_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
