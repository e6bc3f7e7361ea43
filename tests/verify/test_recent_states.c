// SPDX-License-Identifier: MIT
// A state is said to be here only if it was: random states, from few different ones, are asked for
// and written down.

#include "base/random.h"
#include "verify/store/recent_states.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { CELLS = 3, VALUES = 30, OBSERVED = 3, ROUNDS = 200000 };

// A state's number: cells are numbers in base VALUES, and the last ones are none.
static uint32_t draw(rng *r, int32_t *cells, uint32_t *observed)
{
    *observed = (uint32_t)rng_below(r, OBSERVED);
    uint32_t number = *observed;
    for (uint32_t i = 0; i < CELLS; i++) {
        uint32_t v = (uint32_t)rng_below(r, VALUES);
        number = number * VALUES + v;
        cells[i] = v == VALUES - 1 ? INT32_MIN : (int32_t)v - 1;
    }
    return number;
}

static void test_only_what_was_there(void **state)
{
    (void)state;
    static bool asked[OBSERVED * VALUES * VALUES * VALUES];
    memset(asked, 0, sizeof asked);
    recent_states s;
    recent_init(&s, CELLS * sizeof(int32_t));
    rng r;
    rng_init(&r, 1);
    uint32_t met = 0, again = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        int32_t cells[CELLS];
        uint32_t observed, number = draw(&r, cells, &observed);
        s.idle = false; // this is about answers, not about worth
        bool is = recent_met(&s, cells, observed);
        assert_true(asked[number] || !is);
        assert_true(recent_met(&s, cells, observed));
        met += is;
        again += asked[number];
        asked[number] = true;
    }
    recent_fini(&s);
    // There are more states than places, but not many more.
    assert_true(met > ROUNDS / 100 && met < again);
}

// The first state, with nothing observed, is nothing but zeros.
static void test_empty_places(void **state)
{
    (void)state;
    recent_states s;
    int32_t zeros[CELLS] = {0};
    recent_init(&s, CELLS * sizeof(int32_t));
    assert_false(recent_met(&s, zeros, 0));
    assert_true(recent_met(&s, zeros, 0));
    assert_false(recent_met(&s, zeros, UINT32_MAX));
    assert_false(recent_met(&s, zeros, 1));
    recent_fini(&s);
}

// Who finds nothing stops looking; who finds enough goes on.
static void test_worth(void **state)
{
    (void)state;
    recent_states s;
    recent_init(&s, CELLS * sizeof(int32_t));
    int32_t cells[CELLS] = {0};
    for (uint32_t i = 0; i < 3 * RECENT_TRIAL; i++) {
        cells[0] = (int32_t)i / 2;
        assert_int_equal(recent_met(&s, cells, 0), i % 2);
    }
    assert_false(s.idle);
    for (uint32_t i = 0; i < RECENT_TRIAL; i++) {
        cells[1] = (int32_t)i + 1;
        assert_false(recent_met(&s, cells, 0));
    }
    assert_true(s.idle);
    assert_false(recent_met(&s, cells, 0));
    recent_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_what_was_there),
        cmocka_unit_test(test_empty_places),
        cmocka_unit_test(test_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
