// SPDX-License-Identifier: MIT
// Counterexamples of long histories: every violation names its culprit, what is shown is
// small, and it has the reason that the whole history has.

#include "judge/random_history.h"
#include "setting.h"

#include "base/memory.h"
#include "judge/evidence/culprit_window.h"
#include "judge/evidence/trial.h"
#include "judge/judge.h"
#include "judge/monitor/monitor_run.h"
#include "judge/resolve.h"
#include "spec/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct recording {
    lp_pool *pool;
    lp_history *h;
    lp_verdict v;
} recording;

static recording record(void)
{
    recording r = {.pool = lp_pool_new()};
    r.h = lp_history_new(r.pool);
    lp_verdict_init(&r.v);
    return r;
}

static uint32_t call(recording *r, int64_t process, const char *method, lp_value arg)
{
    return lp_history_call(r->h, process, lp_string(r->pool, method, strlen(method)), arg);
}

static void done(recording *r, int64_t process, const char *method, lp_value arg, lp_value result)
{
    lp_history_return(r->h, call(r, process, method, arg), result);
}

static void names_culprit(const recording *r)
{
    assert_int_equal(r->v.outcome, LP_VIOLATED);
    assert_int_not_equal(r->v.culprit, LP_NO_EVENT);
    assert_non_null(strstr(r->v.reason, "no order of the operations explains"));
}

static void judge_it(recording *r, const char *spec, limits *l)
{
    error e;
    assert_true(judge_history(judge_find("linearizable", &e), r->h, spec_find(spec, &e), l, false,
                              &r->v, &e));
    names_culprit(r);
}

static void drop(recording *r)
{
    lp_verdict_fini(&r->v);
    lp_history_free(r->h);
    lp_pool_free(r->pool);
}

static void locks_go_with_their_unlocks(void **state)
{
    (void)state;
    recording r = record();
    for (int i = 0; i < 200; i++) {
        uint32_t waits = call(&r, (i + 1) % 4, "lock", LP_NIL);
        if (i == 0)
            done(&r, 0, "lock", LP_NIL, LP_UNIT);
        done(&r, i % 4, "unlock", LP_NIL, LP_UNIT);
        lp_history_return(r.h, waits, LP_UNIT);
    }
    done(&r, 1, "lock", LP_NIL, LP_UNIT);
    judge_it(&r, "mutex", NULL);
    assert_int_equal(r.v.history->op_count, 2);
    assert_true(r.v.rechecked);
    drop(&r);
}

static void overwritten_values_go(void **state)
{
    (void)state;
    recording r = record();
    for (int i = 0; i < 300; i++) {
        uint32_t other = call(&r, 1, "write", lp_int(i % 2 + 1));
        done(&r, 0, "write", lp_int((i + 1) % 2 + 1), LP_UNIT);
        lp_history_return(r.h, other, LP_UNIT);
    }
    done(&r, 0, "write", lp_int(2), LP_UNIT);
    done(&r, 0, "write", lp_int(1), LP_UNIT);
    done(&r, 2, "read", LP_NIL, lp_int(2));
    judge_it(&r, "register", NULL);
    // The last write of 2 is shown, and what overwrote it.
    assert_int_equal(r.v.history->op_count, 3);
    assert_true(r.v.rechecked);
    drop(&r);
}

static void values_go_in_and_out(void **state)
{
    (void)state;
    recording r = record();
    for (int i = 0; i < 200; i++) {
        uint32_t other = call(&r, 1, "insert", lp_int(i % 3));
        done(&r, 0, "insert", lp_int(i % 2), LP_UNIT);
        lp_history_return(r.h, other, LP_UNIT);
        done(&r, 0, "remove_min", LP_NIL, lp_int(i % 3 < i % 2 ? i % 3 : i % 2));
        done(&r, 1, "remove_min", LP_NIL, lp_int(i % 3 < i % 2 ? i % 2 : i % 3));
    }
    done(&r, 0, "insert", lp_int(1), LP_UNIT);
    done(&r, 0, "insert", lp_int(2), LP_UNIT);
    done(&r, 1, "remove_min", LP_NIL, lp_int(2));
    judge_it(&r, "priority-queue", NULL);
    assert_int_equal(r.v.history->op_count, 3);
    assert_true(r.v.rechecked);
    drop(&r);
}

static void what_cannot_be_left_out_has_a_window(void **state)
{
    (void)state;
    recording r = record();
    for (int i = 0; i < 300; i++)
        done(&r, i % 3, "fetch_inc", LP_NIL, lp_int(i < 200 ? i : i - 1));
    judge_it(&r, "fetch-and-add", NULL);
    assert_int_equal(r.v.history->op_count, 201);
    assert_int_equal(r.v.culprit, 200);
    assert_string_equal(r.v.reason, "no order of the operations explains fetch_inc() → 199");
    bool keep[201];
    assert_true(history_window(r.v.history, r.v.culprit, keep));
    for (uint32_t i = 0; i < 201; i++)
        assert_int_equal(keep[i], i >= 188);
    drop(&r);
}

// No time is left when it is found. These are so short that judging does not look at the time, but for
// a few in a million: of those it may say nothing.
static void culprits_are_named_without_time(void **state)
{
    (void)state;
    static const char *const specs[] = {"queue", "bag", "cas-register", "fetch-and-add", "mutex"};
    rng random;
    rng_init(&random, 5);
    uint64_t violated = 0, undecided = 0;
    for (uint64_t i = 0; i < setting("LINCHPIN_CASES", 500); i++) {
        error e;
        const lp_spec *spec = spec_find(specs[i % 5], &e);
        recording r = {.pool = lp_pool_new()};
        random_shape shape = {
            .processes = 4, .ops = 24, .values = 3, .pending_percent = 10, .change_percent = 20};
        uint32_t *methods;
        r.h = random_history(&random, r.pool, spec, &shape, &methods);
        lp_verdict_init(&r.v);
        judge_task task = {.history = r.h, .methods = methods, .spec = spec};
        judge_find("linearizable", &e)->run(&task, &r.v);
        bool is = r.v.outcome == LP_VIOLATED;
        lp_verdict_fini(&r.v);
        lp_verdict_init(&r.v);
        limits l = {.timeout = 0.001};
        limits_start(&l);
        l.started -= 10;
        if (is) {
            assert_true(
                judge_history(judge_find("linearizable", &e), r.h, spec, &l, false, &r.v, &e));
            if (r.v.outcome == LP_UNKNOWN)
                undecided++;
            else
                names_culprit(&r);
        }
        violated += is;
        free(methods);
        drop(&r);
    }
    assert_true(violated > 50 && undecided <= violated / 1000);
}

static bool same(const intern *a, const intern *b)
{
    bool is = intern_count(a) == intern_count(b);
    for (uint32_t i = 0; is && i < intern_count(a); i++) {
        size_t size;
        const void *bytes = intern_get(a, i, &size);
        is = intern_find(b, bytes, size) != INTERN_NONE;
    }
    return is;
}

// False: it must have taken effect before, so there are none.
static bool states_before(const lp_history *h, const lp_spec *spec, intern *states)
{
    uint32_t *methods = memory_new(h->op_count, sizeof *methods);
    error e;
    lp_history *copy = history_prefix(h, h->event_count);
    assert_true(resolve_methods(copy, spec, methods, &e));
    judge_task task = {.history = copy, .methods = methods, .spec = spec};
    bool known = monitor_last_states(&task, states);
    lp_history_free(copy);
    free(methods);
    return known;
}

// Where values come again, what is shown leaves the same states as all that happened.
static void the_reason_stays(void **state)
{
    (void)state;
    static const char *const specs[] = {"cas-register", "mutex", "rw-lock", "semaphore"};
    rng random;
    rng_init(&random, 7);
    uint32_t smaller = 0;
    for (uint64_t i = 0; i < setting("LINCHPIN_CASES", 400); i++) {
        error e;
        const lp_spec *spec = spec_find(specs[i % 4], &e);
        assert_non_null(spec);
        recording r = {.pool = lp_pool_new()};
        random_shape shape = {.processes = 4, .ops = 80, .values = 3, .change_percent = 15};
        uint32_t *methods;
        r.h = random_history(&random, r.pool, spec, &shape, &methods);
        lp_verdict_init(&r.v);
        const judge *j = judge_find("linearizable", &e);
        judge_task task = {.history = r.h, .methods = methods, .spec = spec};
        trial t;
        trial_init(&t, j, &task, NULL);
        if (trial_violated(&t, r.h, methods)) {
            lp_history *shortest = trial_shortest(&t, r.h, methods, 0);
            assert_true(trial_wrong_only_at_end(&t, shortest, methods));
            judge_it(&r, specs[i % 4], NULL);
            intern *all = intern_new(), *shown = intern_new();
            if (shortest->op_count > 32 && states_before(shortest, spec, all)) {
                assert_true(states_before(r.v.history, spec, shown));
                assert_true(same(all, shown));
                smaller += r.v.history->op_count < shortest->op_count;
            }
            intern_free(all);
            intern_free(shown);
            lp_history_free(shortest);
        }
        trial_fini(&t);
        free(methods);
        drop(&r);
    }
    assert_true(smaller > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(locks_go_with_their_unlocks),
        cmocka_unit_test(overwritten_values_go),
        cmocka_unit_test(values_go_in_and_out),
        cmocka_unit_test(what_cannot_be_left_out_has_a_window),
        cmocka_unit_test(culprits_are_named_without_time),
        cmocka_unit_test(the_reason_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
