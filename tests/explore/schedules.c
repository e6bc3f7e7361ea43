// SPDX-License-Identifier: MIT
// Schedules as text: what is printed is read back the same, and what is not well-formed is refused.

#include "base/random.h"
#include "explore/runtime/schedule_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void one_schedule(void **state)
{
    (void)state;
    schedule s = {0};
    error e = {0};
    assert_true(schedule_parse("s2,t0,p,h7f00,d1.10,2x4,0,=1,1x2", &s, &e));
    static const uint16_t steps[] = {2, 2, 2, 2, 0, SCHEDULE_CHOICE | 1, 1, 1};
    assert_int_equal(s.count, sizeof steps / sizeof *steps);
    assert_memory_equal(s.steps, steps, sizeof steps);
    assert_int_equal(s.shared_stacks, 4);
    assert_int_equal(s.shared_tls, 1);
    assert_true(s.plain);
    assert_int_equal(s.promoted_count, 2);
    assert_int_equal(s.promoted[0], 0x7f00);
    assert_true(s.promoted[1] == (SCHEDULE_DATA | (uint64_t)1 << 48 | 0x10));
    schedule_fini(&s);
}

static void printed_and_read_back(void **state)
{
    (void)state;
    rng random;
    rng_init(&random, 1);
    for (int round = 0; round < 2000; round++) {
        schedule s = {.shared_stacks = rng_below(&random, 8),
                      .shared_tls = rng_below(&random, 8),
                      .plain = rng_below(&random, 2) != 0};
        // Where every access is a step, none is promoted.
        for (uint64_t n = s.plain ? 0 : rng_below(&random, 4); n--;)
            schedule_add_promoted(&s, (rng_below(&random, 2) ? SCHEDULE_DATA : 0) |
                                          rng_below(&random, 1 << 20) * 8);
        for (uint64_t n = rng_below(&random, 40); n--;)
            schedule_add(&s, (uint16_t)(rng_below(&random, 4)
                                            ? rng_below(&random, 3)
                                            : SCHEDULE_CHOICE | rng_below(&random, 4)));
        text t = {0};
        schedule back = {0};
        error e = {0};
        schedule_print(&s, &t);
        assert_true(schedule_parse(t.bytes ? t.bytes : "", &back, &e));
        assert_int_equal(back.count, s.count);
        if (s.count)
            assert_memory_equal(back.steps, s.steps, s.count * sizeof *s.steps);
        assert_int_equal(back.shared_stacks, s.shared_stacks);
        assert_int_equal(back.shared_tls, s.shared_tls);
        assert_int_equal(back.plain, s.plain);
        assert_int_equal(back.promoted_count, s.promoted_count);
        if (s.promoted_count)
            assert_memory_equal(back.promoted, s.promoted, s.promoted_count * sizeof *s.promoted);
        schedule_fini(&s);
        schedule_fini(&back);
        text_fini(&t);
    }
}

static void not_well_formed(void **state)
{
    (void)state;
    static const char *const wrong[] = {"x",   "1,",  ",1", "1x0", "1x",        "=",
                                        "1;2", "h,1", "d1", "99",  "0x99999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        schedule s = {0};
        error e = {0};
        assert_false(schedule_parse(wrong[i], &s, &e));
        assert_non_null(strstr(e.message, "the schedule"));
        schedule_fini(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_schedule),
        cmocka_unit_test(printed_and_read_back),
        cmocka_unit_test(not_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
