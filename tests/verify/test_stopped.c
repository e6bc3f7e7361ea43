// SPDX-License-Identifier: MIT
// A limit that is reached after something was found: the search has its answer, and what takes
// time is the way there. The user's interruption comes with the line of progress that tells of
// it, so that no clock decides what is tested.

#include "base/io/limits.h"
#include "base/memory.h"
#include "model/model.h"
#include "verify/system/reduction.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct stopper {
    const char *at; // begins a line of progress; NULL: never
    sig_atomic_t interrupted;
    uint32_t seen;
} stopper;

static void show(void *context, const char *line)
{
    stopper *s = context;
    if (!s->at || strncmp(line, s->at, strlen(s->at)) != 0)
        return;
    s->interrupted = 1;
    s->seen++;
}

static void verify_text(const char *written, stopper *s, lp_pool *pool, lp_verdict *v)
{
    error e = {0};
    limits l = {.interrupted = &s->interrupted, .progress = show, .progress_context = s};
    limits_start(&l);
    verify_options o = {.limits = &l, .reductions = REDUCE_ALL, .jobs = 1, .coverage = true};
    model *m = model_read("stopped.lin", written, strlen(written), &e);
    lp_verdict_init(v);
    if (!m) {
        fail_msg("%s", e.message);
        return;
    }
    if (!verify_instance(&m->instances[0], &o, pool, v, &e))
        fail_msg("%s\n%s", e.message, written);
    model_free(m);
}

typedef struct example {
    const char *text, *reason; // in which the model is violated
    const char *stopped;       // the same, when the way there was not found; NULL: as it is
} example;

#define COUNTER                                                                                    \
    "shared int a;\nobject o { inc() -> int { int x = a; a = x + 1; return x; } }\n"               \
    "spec s { int n; inc() -> int { n = n + 1; return n - 1; } }\n"

static const example violated[] = {
    {"shared int a; object o { f() { a = a + 1; assert(a < 4); } }\n"
     "verify o { threads 2; operations 4; }",
     "stopped.lin:1:43: the assertion fails", NULL},
    {"shared int a; object o { f() { a = a + 1; } } invariant i { a < 4 }\n"
     "verify o { threads 2; operations 4; }",
     "stopped.lin:1:57: the invariant i does not hold", NULL},
    {COUNTER "verify o refines s { threads 2; operations 3; }",
     "no order of the operations explains inc() → 0",
     "no order of the operations explains a history of depth 3"},
    {COUNTER "verify o sequential s { threads 2; operations 3; }",
     "no order that keeps each thread's own explains these results", NULL},
    {"shared bool a; shared bool b; object o { f() { lock(a); lock(b); unlock(b); unlock(a); }\n"
     "g() { lock(b); lock(a); unlock(a); unlock(b); } }\nverify o { threads 2; deadlockfree; }",
     "operations are open and no thread can go on", NULL},
    {"shared bool a; object o { f() { lock(a); } g() { } } spec s { f() { } g() { } }\n"
     "verify o progressible s { threads 2; }",
     "f() … is stuck, though it could have gone on",
     "operations are stuck that the spec does not allow to wait"},
    {"shared bool a; object o { f() { while (!a) { } } g() { } } spec s { f() { } g() { } }\n"
     "verify o progressible s { threads 2; }",
     "f() … is stuck, though it could have gone on",
     "operations are stuck that the spec does not allow to wait"},
};

static void test_without_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof violated / sizeof *violated; i++) {
        const example *x = &violated[i];
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        stopper never = {0}, s = {.at = "found something"};
        verify_text(x->text, &never, pool, &v);
        assert_int_equal(v.outcome, LP_VIOLATED);
        assert_string_equal(v.reason, x->reason);
        assert_true(v.rechecked && v.history && v.trace_count);
        lp_verdict_fini(&v);

        verify_text(x->text, &s, pool, &v);
        assert_int_equal(s.seen, 1);
        assert_int_equal(v.outcome, LP_VIOLATED);
        assert_string_equal(v.reason, x->stopped ? x->stopped : x->reason);
        assert_string_equal(v.detail,
                            "What leads there is not shown: interrupted before it was found.");
        assert_false(v.rechecked);
        assert_null(v.history);
        assert_int_equal(v.trace_count, 0);
        assert_int_equal(v.culprit, LP_NO_EVENT);
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
}

// The way is there. Whether the judge sees that it should stop depends on the history.
static void test_not_judged_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof violated / sizeof *violated; i++) {
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        stopper s = {.at = "judging the history again"};
        verify_text(violated[i].text, &s, pool, &v);
        assert_int_equal(v.outcome, LP_VIOLATED);
        assert_true(v.history && v.trace_count);
        if (!v.rechecked)
            assert_string_equal(v.detail, "The history was not judged a second time: interrupted.");
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
}

// Whether the marks are wrong or the object, is not known without the way.
static void test_marks(void **state)
{
    static const char *const texts[] = {
        "shared int a;\n"
        "object o { inc() -> int { loop { int x = a; @lin; if (cas(a, x, x + 1)) return x; } }\n"
        "  get() -> int { return a; } }\n"
        "spec s { int n; inc() -> int { n = n + 1; return n - 1; } get() -> int { return n; } }\n"
        "verify o refines s using points { threads 2; operations 3; }",
        "shared int a;\nobject o { inc() -> int { int x = a; @lin a = x + 1; return x; } }\n"
        "spec s { int n; inc() -> int { n = n + 1; return n - 1; } }\n"
        "verify o refines s using points { threads 2; operations 3; }",
    };
    static const lp_outcome outcomes[] = {LP_HOLDS, LP_VIOLATED};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        lp_pool *pool = lp_pool_new();
        lp_verdict v;
        stopper never = {0}, s = {.at = "found something"};
        verify_text(texts[i], &never, pool, &v);
        assert_int_equal(v.outcome, outcomes[i]);
        lp_verdict_fini(&v);
        verify_text(texts[i], &s, pool, &v);
        assert_int_equal(s.seen, 1);
        assert_int_equal(v.outcome, LP_UNKNOWN);
        assert_string_equal(v.reason, "a history does not fit the marks, and it is not known "
                                      "whether something else explains it: interrupted");
        lp_verdict_fini(&v);
        lp_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_without_way),
                                       cmocka_unit_test(test_not_judged_again),
                                       cmocka_unit_test(test_marks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
