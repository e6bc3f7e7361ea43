// SPDX-License-Identifier: MIT
// When limits are reached, and that waiting does not use up processor time.

#include "base/io/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void nothing_is_reached_without_limits(void **state)
{
    (void)state;
    limits l = {0};
    limits_start(&l);
    assert_false(limits_reached(&l));
    assert_false(limits_reached(NULL));
    assert_string_equal(limits_reason(&l), "no limit was reached");
}

static void a_time_limit_passes_while_waiting(void **state)
{
    (void)state;
    limits l = {.timeout = 0.01};
    limits_start(&l);
    usleep(20000);
    assert_true(limits_reached(&l));
    assert_non_null(strstr(limits_reason(&l), "time limit"));
}

static void busy_time_does_not_pass_while_waiting(void **state)
{
    (void)state;
    limits l = {.busy = 0.1};
    limits_start(&l);
    usleep(300000);
    assert_false(limits_reached(&l));
    double before = processor_seconds();
    while (!limits_reached(&l))
        assert_true(processor_seconds() - before < 10);
    assert_true(processor_seconds() - before > 0.05);
}

static void interrupts_and_memory_are_limits(void **state)
{
    (void)state;
    volatile sig_atomic_t interrupted = 0;
    limits l = {.interrupted = &interrupted};
    limits_start(&l);
    assert_false(limits_reached(&l));
    interrupted = 1;
    assert_true(limits_reached(&l));
    assert_string_equal(limits_reason(&l), "interrupted");
    limits small = {.memory = 1};
    limits_start(&small);
    assert_true(limits_reached(&small));
    assert_non_null(strstr(limits_reason(&small), "memory limit"));
}

// What was interrupted once has its grace, and what must end at once has none.
static void grace_is_for_who_is_patient(void **state)
{
    (void)state;
    volatile sig_atomic_t interrupted = 1;
    limits l = {.interrupted = &interrupted, .grace = 3600};
    limits_start(&l);
    assert_false(limits_reached(&l));
    interrupted = 2;
    assert_true(limits_reached(&l));
    assert_string_equal(limits_reason(&l), "interrupted");
    limits late = {.timeout = 0.01, .grace = 0.01};
    limits_start(&late);
    usleep(20000);
    limits_reached(&late); // the grace begins when it is seen
    usleep(20000);
    assert_true(limits_reached(&late));
    assert_non_null(strstr(limits_reason(&late), "time limit"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_reached_without_limits),
        cmocka_unit_test(a_time_limit_passes_while_waiting),
        cmocka_unit_test(busy_time_does_not_pass_while_waiting),
        cmocka_unit_test(interrupts_and_memory_are_limits),
        cmocka_unit_test(grace_is_for_who_is_patient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
