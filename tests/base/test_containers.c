// SPDX-License-Identifier: MIT
// Interning, values, random numbers, strings that grow, mapped memory, suggestions.

#include "base/error.h"
#include "base/intern.h"
#include "base/mapped_memory.h"
#include "base/random.h"
#include "base/value/value_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void interning_gives_small_numbers_and_keeps_strings(void **state)
{
    (void)state;
    intern *t = intern_new();
    enum { MANY = 50000 };
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t key[3] = {i * 0x9e3779b97f4a7c15u, i, 7};
        bool fresh;
        assert_int_equal(intern_add_fresh(t, key, 8 + i % 17, &fresh), i);
        assert_true(fresh);
    }
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t key[3] = {i * 0x9e3779b97f4a7c15u, i, 7};
        assert_int_equal(intern_add(t, key, 8 + i % 17), i);
        size_t length;
        const void *stored = intern_get(t, (uint32_t)i, &length);
        assert_int_equal(length, 8 + i % 17);
        assert_memory_equal(stored, key, length);
        assert_int_equal((uintptr_t)stored % 16, 0);
    }
    assert_int_equal(intern_count(t), MANY);
    assert_int_equal(intern_find(t, "not there", 9), INTERN_NONE);
    uint32_t empty = intern_add(t, "", 0);
    assert_int_equal(intern_find(t, "", 0), empty);
    intern_free(t);
}

static void equal_values_are_equal_bytes(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    lp_value ab[] = {lp_int(1), lp_string(pool, "b", 1)};
    lp_value again[] = {lp_int(1), lp_string(pool, "b", 1)};
    assert_true(lp_value_equal(lp_vector(pool, ab, 2), lp_vector(pool, again, 2)));
    assert_false(lp_value_equal(lp_vector(pool, ab, 2), lp_tuple(pool, ab, 2)));
    assert_false(lp_value_equal(lp_vector(pool, ab, 2), lp_vector(pool, ab, 1)));
    assert_false(lp_value_equal(LP_NIL, LP_UNIT));
    assert_false(lp_value_equal(lp_int(0), LP_FALSE));
    lp_value one_two[] = {lp_int(1), LP_TRUE, lp_int(2), LP_FALSE};
    lp_value two_one[] = {lp_int(2), LP_FALSE, lp_int(1), LP_NIL, lp_int(1), LP_TRUE};
    assert_true(lp_value_equal(lp_map(pool, one_two, 2), lp_map(pool, two_one, 3)));
    lp_pool_free(pool);
}

static void whole_reals_are_integers(void **state)
{
    (void)state;
    assert_true(lp_value_equal(lp_real(1.0), lp_int(1)));
    assert_true(lp_value_equal(lp_real(-0.0), lp_int(0)));
    assert_true(lp_value_equal(lp_real(-0x1p63), lp_int(INT64_MIN)));
    assert_int_equal(lp_real(0x1p63).kind, LP_KIND_REAL);
    assert_int_equal(lp_real(1.5).kind, LP_KIND_REAL);
    assert_true(lp_value_equal(lp_real(1.5), lp_real(1.5)));
    assert_true(lp_to_real(lp_real(1.5)) == 1.5 && lp_to_real(lp_int(3)) == 3);
    static const double reals[] = {0.1, 1e300, 0x1p63, -2.5, 5e-324, 1.0 / 3};
    lp_pool *pool = lp_pool_new();
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        text t = {0};
        value_write_json(pool, lp_real(reals[i]), &t);
        json j;
        json_init(&j, t.bytes, t.length);
        lp_value back;
        assert_true(value_read_json(pool, &j, json_next(&j), &back));
        assert_true(lp_value_equal(back, lp_real(reals[i])));
        json_fini(&j);
        text_fini(&t);
    }
    lp_pool_free(pool);
}

static void values_have_a_total_order(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    lp_value two = lp_int(2), ten = lp_int(10);
    lp_value sorted[] = {LP_NIL,
                         LP_UNIT,
                         LP_FALSE,
                         LP_TRUE,
                         lp_int(-5),
                         two,
                         ten,
                         lp_real(-2.5),
                         lp_real(1.5),
                         lp_string(pool, "a", 1),
                         lp_string(pool, "ab", 2),
                         lp_string(pool, "b", 1),
                         lp_vector(pool, &two, 1),
                         lp_vector(pool, &ten, 1)};
    size_t n = sizeof sorted / sizeof *sorted;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            int c = lp_value_compare(pool, sorted[i], sorted[j]);
            assert_int_equal((c > 0) - (c < 0), (i > j) - (i < j));
        }
    lp_pool_free(pool);
}

static void values_are_printed_and_read_back(void **state)
{
    (void)state;
    static const char *const same[] = {
        "null", "true", "-7", "\"a b\"", "[1,[2,\"x\"],{}]", "{\"a\":1,\"b\":[null]}"};
    lp_pool *pool = lp_pool_new();
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        json j;
        json_init(&j, same[i], strlen(same[i]));
        lp_value v;
        assert_true(value_read_json(pool, &j, json_next(&j), &v));
        text t = {0};
        value_write_json(pool, v, &t);
        assert_string_equal(t.bytes, same[i]);
        text_fini(&t);
        json_fini(&j);
    }
    lp_pool_free(pool);
}

static void random_numbers_depend_on_the_seed_alone(void **state)
{
    (void)state;
    rng a, b, c;
    rng_init(&a, 42);
    rng_init(&b, 42);
    rng_init(&c, 43);
    uint64_t seen = 0, differ = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t x = rng_next(&a);
        assert_int_equal(x, rng_next(&b));
        differ += x != rng_next(&c);
        uint64_t below = rng_below(&a, 7);
        assert_int_equal(below, rng_below(&b, 7));
        assert_true(below < 7);
        seen |= 1u << below;
    }
    assert_int_equal(seen, 127);
    assert_true(differ > 990);
}

static void suggestions_are_near(void **state)
{
    (void)state;
    const char *names[] = {"queue", "stack", "register", "priority-queue"};
    assert_string_equal(did_you_mean("qeue", names, 4), "queue");
    assert_string_equal(did_you_mean("satck", names, 4), "stack");
    assert_string_equal(did_you_mean("reg", names, 4), "register");
    assert_null(did_you_mean("zebra", names, 4));
    assert_null(did_you_mean("x", names, 4));
}

static void errors_read_as_compilers_write_them(void **state)
{
    (void)state;
    error e;
    assert_false(error_at(&e, "h.jsonl", 3, 14, "no %s", "call"));
    char *t = error_text(&e);
    assert_string_equal(t, "h.jsonl:3:14: no call");
    free(t);
    assert_false(error_set(&e, "plain"));
    t = error_text(&e);
    assert_string_equal(t, "plain");
    free(t);
}

// Pieces of every length, at every place, as snprintf makes them.
static void text_grows_by_what_printf_makes(void **state)
{
    (void)state;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    enum { PIECES = 20, LETTERS = sizeof letters - 1 };
    rng r;
    rng_init(&r, 1);
    for (int round = 0; round < 2000; round++) {
        char want[PIECES * (LETTERS + 30)] = "";
        size_t length = 0;
        text t = {0};
        for (int i = 0; i < PIECES; i++) {
            const char *piece = letters + rng_below(&r, LETTERS + 1);
            switch (rng_below(&r, 4)) {
            case 0:
                text_add(&t, "%s", piece);
                strcpy(want + length, piece);
                break;
            case 1:
                text_add(&t, "%s %d%%", piece, i);
                sprintf(want + length, "%s %d%%", piece, i);
                break;
            case 2:
                text_add(&t, "plain");
                strcpy(want + length, "plain");
                break;
            default:
                text_add_bytes(&t, piece, strlen(piece));
                strcpy(want + length, piece);
            }
            length += strlen(want + length);
            assert_int_equal(t.length, length);
            assert_true(t.length < t.capacity);
            assert_string_equal(t.bytes, want);
        }
        text_fini(&t);
    }
}

static void mapped_memory_is_zeroed(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 3 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *at = mapped_new(sizes[i], 2);
        assert_non_null(at);
        for (size_t k = 0; k < 2 * sizes[i]; k++) {
            assert_int_equal(at[k], 0);
            at[k] = 1;
        }
        mapped_free(at, sizes[i], 2);
    }
    mapped_free(NULL, 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interning_gives_small_numbers_and_keeps_strings),
        cmocka_unit_test(equal_values_are_equal_bytes),
        cmocka_unit_test(whole_reals_are_integers),
        cmocka_unit_test(values_have_a_total_order),
        cmocka_unit_test(values_are_printed_and_read_back),
        cmocka_unit_test(random_numbers_depend_on_the_seed_alone),
        cmocka_unit_test(text_grows_by_what_printf_makes),
        cmocka_unit_test(mapped_memory_is_zeroed),
        cmocka_unit_test(suggestions_are_near),
        cmocka_unit_test(errors_read_as_compilers_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
