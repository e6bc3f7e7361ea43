// SPDX-License-Identifier: MIT
// Numbers and identifiers come back as they were put, and nothing else does.

#include "base/random.h"
#include "net/wire/bytes.h"
#include "setting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t any_int(rng *r)
{
    uint64_t bits = rng_next(r) >> rng_below(r, 64);
    return rng_below(r, 2) ? (int64_t)bits : -(int64_t)(bits >> 1);
}

static void test_round_trip(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    for (uint64_t n = setting("LINCHPIN_CASES", 20000); n; n--) {
        lp_bytes b = {0};
        int64_t i = any_int(&r);
        lp_id x = {(uint64_t)3 << 60 | rng_next(&r) >> 4, any_int(&r)};
        uint64_t word = rng_next(&r);
        lp_put_int(&b, i);
        lp_put_id(&b, x);
        lp_put_id(&b, LP_NO_ID);
        bytes_put_word(&b, word);
        bytes_put_number(&b, word);
        lp_bytes from = bytes_view(b.data, b.length);
        assert_int_equal(lp_get_int(&from, INT64_MIN, INT64_MAX), i);
        lp_id y = lp_get_id(&from, 3);
        assert_true(y.id == x.id && y.value == x.value);
        assert_true(lp_get_id_or_none(&from, 3).id == 0);
        assert_true(bytes_get_word(&from) == word && bytes_get_number(&from) == word);
        assert_true(lp_get_end(&from));
        // Cut short, it is refused.
        lp_bytes cut = bytes_view(b.data, rng_below(&r, b.length));
        lp_get_int(&cut, INT64_MIN, INT64_MAX);
        lp_get_id(&cut, 3);
        lp_get_id_or_none(&cut, 3);
        bytes_get_word(&cut);
        bytes_get_number(&cut);
        assert_false(lp_get_end(&cut));
        bytes_fini(&b);
    }
}

static void test_extremes(void **state)
{
    (void)state;
    static const int64_t values[] = {0, -1, 1, INT64_MIN, INT64_MAX, 63, 64, -64, -65};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        lp_bytes b = {0};
        lp_put_int(&b, values[i]);
        lp_bytes from = bytes_view(b.data, b.length);
        assert_int_equal(lp_get_int(&from, INT64_MIN, INT64_MAX), values[i]);
        assert_true(lp_get_end(&from));
        bytes_fini(&b);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const uint8_t long_number[11] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 2};
    lp_bytes from = bytes_view(long_number, sizeof long_number);
    assert_true(bytes_get_number(&from) == 0 && from.bad);
    lp_bytes b = {0};
    lp_put_int(&b, 3);
    from = bytes_view(b.data, b.length);
    assert_int_equal(lp_get_int(&from, 0, 2), 0); // out of its range
    assert_false(lp_get_end(&from));
    from = bytes_view(b.data, b.length);
    assert_false(lp_get_end(&from)); // something is left
    bytes_clear(&b);
    lp_put_id(&b, (lp_id){(uint64_t)1 << 60 | 5, 7});
    from = bytes_view(b.data, b.length);
    assert_true(lp_get_id(&from, 2).id == 0 && from.bad); // of another supply
    bytes_clear(&b);
    lp_put_id(&b, LP_NO_ID);
    from = bytes_view(b.data, b.length);
    lp_get_id(&from, 1);
    assert_true(from.bad); // there must be one
    bytes_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
