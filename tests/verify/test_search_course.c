// SPDX-License-Identifier: MIT
// How a search came along: few samples, even ones, with the first and the last.

#include "verify/search/search_course.h"
#include "verify/walk/walk_statistics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// A search that tells something all the time, and finds one state each time.
static void samples_are_even(void **state)
{
    (void)state;
    static search_course c;
    const double tick = 0.0015;
    for (uint32_t length = 1; length < 300000; length = length * 3 + 1) {
        course_begin(&c);
        for (uint32_t i = 0; i < length; i++)
            course_note(&c, 50 + i * tick, i);
        course_end(&c, 50 + length * tick, length, length);
        assert_true(c.count <= COURSE_MOST);
        assert_true(c.count >= (length < COURSE_MOST / 4 ? length : COURSE_MOST / 4));
        assert_true(c.samples[0].seconds == 0 && c.samples[0].states == 0);
        assert_true(c.samples[c.count - 1].states == length);
        for (uint32_t i = 1; i < c.count; i++) {
            double passed = c.samples[i].seconds - c.samples[i - 1].seconds;
            assert_true(passed > 0 && passed < 2 * (c.spacing + tick));
            double found = c.samples[i].states - c.samples[i - 1].states;
            assert_true(passed > (found - 0.5) * tick && passed < (found + 0.5) * tick);
        }
    }
    course_note(NULL, 1, 1); // nobody wants to know
    course_end(NULL, 1, 1, 1);
}

// Every walk is in one bar, whatever their width.
static void walks_are_counted_once(void **state)
{
    (void)state;
    uint64_t taken = 0;
    walk_statistics *w = walk_statistics_new(1);
    for (uint64_t steps = 0; steps < 3000; steps += 7)
        walk_statistics_add(w, &(walk_cover){.steps = steps, .taken = &taken});
    for (uint64_t width = 1; width < 4000; width = width * 2 + 1) {
        uint64_t sum = 0;
        for (uint64_t from = 0; from <= w->deepest; from += width)
            sum += walk_statistics_between(w, from, from + width - 1);
        assert_int_equal(sum, w->walks);
    }
    assert_int_equal(walk_statistics_between(w, 0, 13), 2);
    assert_int_equal(walk_statistics_between(w, 14, 14), 1);
    assert_int_equal(walk_statistics_between(w, 15, 20), 0);
    walk_statistics_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_even),
        cmocka_unit_test(walks_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
