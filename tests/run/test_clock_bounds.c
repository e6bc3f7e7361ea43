// SPDX-License-Identifier: MIT
// Clocks of machines that run at rates of their own: what is timed there, within the bounds, against the time
// that it was. And the history that becomes of it: what precedes what there, did.

#include "base/memory.h"
#include "base/random.h"
#include "run/record/clock_bounds.h"
#include "run/record/open_calls.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

// Theirs when ours shows `now`: begun elsewhere, and up to one in a thousand faster or slower, which changes.
typedef struct far_clock {
    uint64_t now, shows;
    int64_t rate; // in a million
} far_clock;

static void pass(far_clock *f, uint64_t nanoseconds)
{
    f->now += nanoseconds;
    f->shows += (uint64_t)((int64_t)nanoseconds + (int64_t)nanoseconds * f->rate / 1000000);
}

static void test_bounds(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 20000) / 20;
    for (uint64_t seed = 1; seed <= cases; seed++) {
        rng r;
        rng_init(&r, seed);
        far_clock f = {.now = rng_next(&r) >> 20, .shows = rng_next(&r) >> 20};
        clock_bounds b = {0};
        uint64_t widest = 0;
        for (int i = 0; i < 100; i++) {
            f.rate = (int64_t)rng_below(&r, 1980) - 990;
            pass(&f, rng_below(&r, 100000000));
            uint64_t asked = f.now;
            pass(&f, rng_below(&r, 1000000));
            uint64_t said = f.shows, was = f.now;
            pass(&f, rng_below(&r, 1000000));
            if (b.known && rng_below(&r, 2)) { // an event, when the last answer was some time ago
                assert_true(clock_bounds_least(&b, said) <= was);
                assert_true(clock_bounds_most(&b, said) >= was);
                uint64_t width = clock_bounds_most(&b, said) - clock_bounds_least(&b, said);
                widest = width > widest ? width : widest;
            }
            uint64_t before = f.shows - rng_below(&r, 1000);
            assert_true(clock_bounds_answer(&b, asked, said, f.now));
            assert_true(clock_bounds_least(&b, before) <= f.now);
        }
        assert_true(widest < 2 * 1000000 + 2 * 300000); // two messages, and drift
    }
}

static void test_clock_that_was_set(void **state)
{
    (void)state;
    clock_bounds b = {0};
    assert_true(clock_bounds_answer(&b, 1000, 501500, 2000));
    assert_true(clock_bounds_answer(&b, 3000, 503500, 4000));
    assert_false(clock_bounds_answer(&b, 5000, 905500, 6000));
    clock_bounds never = {0};
    assert_false(clock_bounds_answer(&never, 2000, 7, 1000));
}

// Two answers that come in the other order.
static void test_late_answer(void **state)
{
    (void)state;
    clock_bounds b = {0};
    assert_true(clock_bounds_answer(&b, 10000, 50000, 20000));
    assert_true(clock_bounds_answer(&b, 5000, 46000, 9000));
    assert_true(clock_bounds_least(&b, 46000) >= 5000 - 10);
    assert_true(clock_bounds_most(&b, 46000) <= 9000 + 10);
}

enum { SESSIONS = 5 };

static void test_open_calls(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        rng r;
        rng_init(&r, seed);
        open_calls o;
        open_calls_init(&o, SESSIONS);
        uint32_t queue[SESSIONS][200], first[SESSIONS] = {0}, last[SESSIONS] = {0};
        bool taken[200] = {0};
        for (int i = 0; i < 200; i++) {
            size_t s = (size_t)rng_below(&r, SESSIONS);
            assert_int_equal(open_calls_any(&o, s), first[s] < last[s]);
            if (first[s] == last[s] || rng_below(&r, 2)) {
                uint32_t process = open_calls_begin(&o, s);
                assert_true(process < 200 && !taken[process]);
                taken[process] = true;
                queue[s][last[s]++] = process;
                continue;
            }
            bool gone = rng_below(&r, 8) == 0;
            uint32_t process = gone ? open_calls_abandon(&o, s) : open_calls_end(&o, s);
            assert_int_equal(process, queue[s][first[s]++]);
            taken[process] = gone;
        }
        open_calls_fini(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds), cmocka_unit_test(test_clock_that_was_set),
        cmocka_unit_test(test_late_answer), cmocka_unit_test(test_open_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
