// SPDX-License-Identifier: MIT
// Footprints: accesses that overlap share a cell, a write is not lost behind a read, and a word
// that was promoted stays so.

#include "explore/runtime/footprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static _Alignas(8) char memory[1 << 16];

static bool meets(const char *at, size_t size, const char *other, size_t other_size)
{
    footprint_begin();
    footprint_add(at, size, true);
    uint32_t first = step_now.count;
    touch own[64];
    for (uint32_t i = 0; i < first; i++)
        own[i] = step_now.touches[i];
    footprint_begin();
    footprint_add(other, other_size, false);
    for (uint32_t i = 0; i < first; i++)
        for (uint32_t k = 0; k < step_now.count; k++)
            if (touch_cell(own[i]) == touch_cell(step_now.touches[k]))
                return true;
    return false;
}

static int begin(void **state)
{
    (void)state;
    rt.recording = true;
    return 0;
}

static void overlapping_accesses_share_a_cell(void **state)
{
    (void)state;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        const char *a = memory + rand() % 256, *b = memory + rand() % 256;
        size_t n = 1u << rand() % 5, m = 1u << rand() % 5;
        bool overlap = a < b + m && b < a + n;
        assert_true(!overlap || meets(a, n, b, m));
    }
}

static void separate_words_do_not(void **state)
{
    (void)state;
    for (size_t i = 1024; i + 16 < 2048; i += 8)
        assert_false(meets(memory + i, 8, memory + i + 8, 8));
}

static void a_write_subsumes_a_read(void **state)
{
    (void)state;
    footprint_begin();
    footprint_add(memory + 4096, 8, false);
    footprint_add(memory + 4096, 8, true);
    footprint_add(memory + 4096, 8, false);
    assert_int_equal(step_now.count, 1);
    assert_true(touch_writes(step_now.touches[0]));
    assert_false(touch_invisible(step_now.touches[0]));
}

static void invisible_accesses_are_told_apart(void **state)
{
    (void)state;
    footprint_begin();
    footprint_invisible(memory + 4104, 8, false);
    footprint_add(memory + 4104, 8, true);
    assert_int_equal(step_now.count, 2);
    assert_true(touch_invisible(step_now.touches[0]));
    assert_false(touch_writes(step_now.touches[0]));
    assert_int_equal(touch_cell(step_now.touches[0]), touch_cell(step_now.touches[1]));
}

static void large_steps_are_recorded_whole(void **state)
{
    (void)state;
    footprint_begin();
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < 4096; i++)
            footprint_add(memory + 8192 + 8 * i, 8, again);
    assert_int_equal(step_now.count, 4096);
    for (uint32_t i = 0; i < step_now.count; i++)
        assert_true(touch_writes(step_now.touches[i]));
}

static void promoted_words_stay_so(void **state)
{
    (void)state;
    uint32_t count;
    assert_false(footprint_is_promoted(memory + 512, 8));
    footprint_promote(memory + 515);
    footprint_promote(memory + 512);
    assert_true(footprint_is_promoted(memory + 512, 1));
    assert_true(footprint_is_promoted(memory + 508, 8)); // one that reaches into it
    assert_false(footprint_is_promoted(memory + 520, 8));
    const uintptr_t *all = footprint_promoted(&count);
    assert_int_equal(count, 1);
    assert_true(all[0] == (uintptr_t)(memory + 512));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping_accesses_share_a_cell),
        cmocka_unit_test(separate_words_do_not),
        cmocka_unit_test(a_write_subsumes_a_read),
        cmocka_unit_test(invisible_accesses_are_told_apart),
        cmocka_unit_test(large_steps_are_recorded_whole),
        cmocka_unit_test(promoted_words_stay_so),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
