// SPDX-License-Identifier: MIT
// The data structures of the judges, against arrays: counters over places, stabbing queries,
// the list of remaining operations, and what tells a sound history from a damaged one.

#include "base/random.h"
#include "history/history_sound.h"
#include "judge/fast/interval_stabbing.h"
#include "judge/fast/range_counts.h"
#include "judge/search/remaining.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROUNDS = 2000, MOST = 40 };

static uint32_t least_of(const int32_t *counts, const bool *gone, uint32_t places)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < places; i++)
        if (!gone[i] && (least == UINT32_MAX || counts[i] < counts[least]))
            least = i;
    return least;
}

static void counters_over_places(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        rng random;
        rng_init(&random, seed);
        uint32_t places = 1 + (uint32_t)rng_below(&random, MOST), left = places;
        int32_t counts[MOST];
        bool gone[MOST] = {false};
        for (uint32_t i = 0; i < places; i++)
            counts[i] = (int32_t)rng_below(&random, 5);
        range_counts t;
        range_counts_init(&t, counts, places);
        while (left) {
            uint32_t a = (uint32_t)rng_below(&random, places);
            uint32_t b = a + (uint32_t)rng_below(&random, places - a);
            int32_t by = (int32_t)rng_below(&random, 5) - 2;
            range_counts_add(&t, a, b, by);
            for (uint32_t i = a; i <= b; i++)
                counts[i] += by;
            uint32_t least = least_of(counts, gone, places);
            assert_int_equal(range_counts_least(&t), counts[least]);
            if (rng_below(&random, 2)) {
                assert_int_equal(range_counts_take_least(&t), least);
                gone[least] = true;
                left--;
            }
        }
        assert_true(range_counts_least(&t) >= RANGE_GONE / 2);
        range_counts_fini(&t);
    }
}

static void stabbing_queries(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        rng random;
        rng_init(&random, seed);
        uint32_t count = 1 + (uint32_t)rng_below(&random, MOST), ends[MOST];
        bool gone[MOST] = {false};
        for (uint32_t i = 0; i < count; i++)
            ends[i] = (uint32_t)rng_below(&random, MOST);
        interval_stabbing s;
        interval_stabbing_init(&s, ends, count);
        for (int i = 0; i < 3 * MOST; i++) {
            uint32_t from = (uint32_t)rng_below(&random, count + 1);
            uint32_t to = (uint32_t)rng_below(&random, count + 1);
            uint32_t place = (uint32_t)rng_below(&random, MOST), expected = INTERVAL_NONE;
            for (uint32_t k = from; k < to && expected == INTERVAL_NONE; k++)
                if (!gone[k] && ends[k] >= place)
                    expected = k;
            assert_int_equal(interval_stabbing_take(&s, from, to, place), expected);
            if (expected != INTERVAL_NONE)
                gone[expected] = true;
        }
        interval_stabbing_fini(&s);
    }
}

// As a search goes: what was taken last is put back first.
static void remaining_operations(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        rng random;
        rng_init(&random, seed);
        uint32_t count = 1 + (uint32_t)rng_below(&random, 200), taken[200], depth = 0;
        remaining_ops l;
        remaining_init(&l, count);
        assert_true(remaining_is_sound(&l, count));
        for (int i = 0; i < 100; i++) {
            bool take = depth == 0 || (depth < count && rng_below(&random, 3));
            uint32_t op = take ? (uint32_t)rng_below(&random, count) : taken[--depth];
            while (take && remaining_is_done(&l, op))
                op = (op + 1) % count;
            remaining_set(&l, op, take);
            if (take)
                taken[depth++] = op;
            assert_int_equal(remaining_is_done(&l, op), take);
            assert_true(remaining_is_sound(&l, count));
        }
        l.first = l.first == 0 ? 1 : 0;
        assert_false(remaining_is_sound(&l, count));
        remaining_fini(&l);
    }
}

static void damaged_histories(void **state)
{
    (void)state;
    lp_pool *pool = lp_pool_new();
    lp_value method = lp_string(pool, "enq", 3);
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        rng random;
        rng_init(&random, seed);
        lp_history *h = lp_history_new(pool);
        for (int i = 0; i < 12; i++) {
            uint32_t op = (uint32_t)rng_below(&random, h->op_count + 1);
            if (op < h->op_count && lp_op_pending(&h->ops[op]))
                lp_history_return(h, op, LP_UNIT);
            else
                lp_history_call(h, i, method, lp_int(i));
        }
        assert_true(history_is_sound(h));
        uint32_t *fields[] = {&h->ops[rng_below(&random, h->op_count)].call,
                              &h->ops[rng_below(&random, h->op_count)].ret,
                              &h->events[rng_below(&random, h->event_count)].op, &h->op_count};
        *fields[rng_below(&random, 4)] += 1; // of LP_NO_EVENT: the first event
        assert_false(history_is_sound(h));
        lp_history_free(h);
    }
    lp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_over_places),
        cmocka_unit_test(stabbing_queries),
        cmocka_unit_test(remaining_operations),
        cmocka_unit_test(damaged_histories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
