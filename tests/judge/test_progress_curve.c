// SPDX-License-Identifier: MIT
// Curves of random searches: however long one was, its series are short, go up, and end where it did.

#include "base/random.h"
#include "judge/evidence/progress_curve.h"
#include "judge/evidence/verdict.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 200, LONGEST = 20000, PARTS = 8 };

static const lp_series *series_named(const lp_verdict *v, const char *name)
{
    for (uint32_t i = 0; i < v->series_count; i++)
        if (strcmp(v->series[i].name, name) == 0)
            return &v->series[i];
    return NULL;
}

// Half of what is done finds something, until so much is found.
static uint64_t found_after(uint64_t work, uint64_t most)
{
    return work / 2 < most ? work / 2 : most;
}

static void check(const lp_series *s, uint64_t x, uint64_t y)
{
    assert_non_null(s);
    assert_true(s->point_count > 0 && s->point_count <= LP_SERIES_MOST);
    for (uint32_t i = 1; i < s->point_count; i++) {
        assert_true(s->points[i - 1].x <= s->points[i].x);
        assert_true(s->points[i - 1].y <= s->points[i].y);
    }
    if (x)
        assert_true(s->points[s->point_count - 1].x == (double)x);
    assert_true(s->points[s->point_count - 1].y == (double)y);
}

static void test_random_searches(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, 1);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t end = 1 + rng_below(&r, LONGEST), most = rng_below(&r, LONGEST), work = 0;
        progress_curve c;
        curve_begin(&c);
        while (work < end) {
            if (curve_due(&c, work))
                curve_add(&c, work, rng_below(&r, PARTS) ? found_after(work, most) : CURVE_UNKNOWN);
            work += 1 + rng_below(&r, 2);
            if (rng_below(&r, LONGEST) == 0) { // begins anew
                work /= 2;
                curve_cut(&c, work);
            }
        }
        lp_verdict v;
        lp_verdict_init(&v);
        curve_tell(&c, end, found_after(end, most), "executions", &v);
        check(series_named(&v, "executions over time"), 0, end);
        const lp_series *found = series_named(&v, "distinct histories");
        check(found, end, found_after(end, most));
        for (uint32_t i = 0; i < found->point_count; i++) {
            uint64_t x = (uint64_t)found->points[i].x;
            assert_true(found->points[i].y == (double)found_after(x, most));
        }
        if (end > LP_SERIES_MOST)
            assert_true(found->point_count > LP_SERIES_MOST / 4);
        lp_verdict_fini(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_searches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
