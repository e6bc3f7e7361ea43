// SPDX-License-Identifier: MIT
// The sizes that explore goes through by itself: each adds something to those before.

#include "harness/scenarios/scenario_sizes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool within(const scenario_shape *a, const scenario_shape *b)
{
    bool fits = a->before <= b->before && a->thread_count <= b->thread_count;
    for (uint32_t t = 0; fits && t < a->thread_count; t++)
        fits = a->threads[t] <= b->threads[t];
    return fits;
}

static void test_order(void **state)
{
    (void)state;
    assert_in_range(sizes_count(), 10, SIZES_MAX);
    for (uint32_t i = 0; i < sizes_count(); i++) {
        scenario_shape a, parsed = sizes_shape(i);
        error e;
        assert_true(scenario_shape_parse(sizes_name(i), &a, &e));
        assert_int_equal(a.before, parsed.before);
        assert_int_equal(a.after, 0);
        assert_in_range(a.thread_count, 2, SCENARIO_MAX_THREADS);
        for (uint32_t t = 1; t < a.thread_count; t++) // enumerations take them so
            assert_true(a.threads[t] <= a.threads[t - 1] && a.threads[t] > 0);
        for (uint32_t k = 0; k < i; k++) {
            scenario_shape b = sizes_shape(k);
            assert_false(within(&a, &b));
        }
    }
}

static void prints(uint32_t count, const char *want)
{
    text t = {0};
    sizes_print(count, &t);
    assert_string_equal(t.bytes, want);
    text_fini(&t);
}

static void test_print(void **state)
{
    (void)state;
    prints(1, "1x1");
    prints(2, "2x1");
    prints(4, "1+2x1 and 2x2");
    prints(6, "1x1x1 and 1+2x2");
    prints(8, "1+2x2, 1+1x1x1 and 2+2x1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
