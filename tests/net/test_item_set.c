// SPDX-License-Identifier: MIT
// Sets without a bound against sets of 64 bits, and seqs against arrays: the same items, in order,
// after random changes.

#include "base/random.h"
#include "setting.h"

#include <linchpin/node.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SETS = 4, VALUES = 64 };

typedef struct item {
    int64_t key;
    int64_t note; // is not compared
} item;

static int compare_items(const void *a, const void *b)
{
    return lp_compare_ints(((const item *)a)->key, ((const item *)b)->key);
}

static const lp_item_type items = {sizeof(item), compare_items};

static void same(lp_set s, uint64_t bits)
{
    size_t at = 0;
    for (int64_t i = 0; i < VALUES; i++) {
        const item wanted = {i, 0}, *found = lp_set_find(&items, s, &wanted);
        assert_int_equal(found != NULL, bits >> i & 1);
        if (!found)
            continue;
        assert_ptr_equal(found, (const item *)s.items + at);
        assert_int_equal(found->key, i);
        at++;
    }
    assert_int_equal(s.count, at);
}

static lp_set combined(unsigned way, lp_set a, lp_set b)
{
    return way == 0   ? lp_set_union(&items, a, b)
           : way == 1 ? lp_set_intersection(&items, a, b)
           : way == 2 ? lp_set_difference(&items, a, b)
                      : lp_set_symmetric(&items, a, b);
}

static void test_random(void **state)
{
    (void)state;
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    lp_set s[SETS] = {{0}};
    uint64_t bits[SETS] = {0};
    for (uint64_t n = setting("LINCHPIN_STEPS", 20000); n; n--) {
        uint64_t a = rng_below(&r, SETS), b = rng_below(&r, SETS), way = rng_below(&r, 4);
        const item x = {(int64_t)rng_below(&r, VALUES), (int64_t)n};
        uint64_t bit = UINT64_C(1) << x.key;
        switch (rng_below(&r, 6)) {
        case 0:
        case 1:
            lp_set_put(&items, &s[a], &x);
            bits[a] |= bit;
            assert_int_equal(((const item *)lp_set_find(&items, s[a], &x))->note, n);
            break;
        case 2:
            lp_set_remove(&items, &s[a], &x);
            bits[a] &= ~bit;
            break;
        case 3: { // to itself, too
            uint64_t c = rng_below(&r, SETS), of = bits[a], with = bits[b];
            lp_set_assign(&items, &s[c], combined((unsigned)way, s[a], s[b]));
            bits[c] = way == 0   ? of | with
                      : way == 1 ? of & with
                      : way == 2 ? of & ~with
                                 : of ^ with;
            same(s[c], bits[c]);
            break;
        }
        case 4:
            assert_int_equal(lp_set_within(&items, s[a], s[b]), (bits[a] & ~bits[b]) == 0);
            lp_set_assign(&items, &s[a], s[b]);
            bits[a] = bits[b];
            break;
        default: {
            const item list[] = {x, {(x.key + 7) % VALUES, 0}, x};
            lp_set made = lp_set_of(&items, list, 3);
            lp_set_collect(&items, &made, &list[1]);
            same(made, bit | UINT64_C(1) << list[1].key);
            if (way == 0)
                lp_set_end(&s[a]);
            bits[a] = way == 0 ? 0 : bits[a];
            break;
        }
        }
        same(s[a], bits[a]);
        if (rng_below(&r, 8) == 0)
            lp_scratch_clear(); // what variables hold is theirs
    }
    for (int i = 0; i < SETS; i++)
        lp_set_end(&s[i]);
    lp_scratch_clear();
}

// Seqs against an array.
static void test_seq(void **state)
{
    (void)state;
    enum { MOST = 100 };
    rng r;
    rng_init(&r, setting("LINCHPIN_SEED", 1));
    lp_set s = {0};
    int64_t want[MOST];
    size_t count = 0;
    for (uint64_t n = setting("LINCHPIN_STEPS", 20000); n; n--) {
        const item x = {(int64_t)rng_below(&r, 20), (int64_t)n};
        size_t at = rng_below(&r, count + 1);
        if (count < MOST && rng_below(&r, 2)) {
            lp_seq_insert(&items, &s, at, &x);
            for (size_t i = count++; i > at; i--)
                want[i] = want[i - 1];
            want[at] = x.key;
        } else if (at < count) {
            lp_seq_remove(&items, &s, at);
            for (size_t i = at; i + 1 < count; i++)
                want[i] = want[i + 1];
            count--;
        }
        assert_int_equal(s.count, count);
        size_t first = 0;
        for (size_t i = 0; i < count; i++)
            assert_int_equal(((const item *)s.items)[i].key, want[i]);
        while (first < count && want[first] != x.key)
            first++;
        assert_int_equal(lp_seq_find(&items, s, &x), first);
    }
    lp_set_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_seq)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
