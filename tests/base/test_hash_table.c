// SPDX-License-Identifier: MIT
// base/hash_table.h against an array, with hashes that collide much.

#include "base/hash_table.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { KEYS = 200, STEPS = 20000 };

typedef struct entry {
    uint32_t key_plus_one;
    uint32_t value;
} entry;

HASH_TABLE_TYPE(table, entry);

static uint64_t spread; // how many different hashes there are

static bool table_used(const entry *e)
{
    return e->key_plus_one != 0;
}

static void table_clear(entry *e)
{
    e->key_plus_one = 0;
}

static uint32_t table_key(const entry *e)
{
    return e->key_plus_one - 1;
}

static uint64_t table_hash(uint32_t key)
{
    return key % spread * 0x9e3779b97f4a7c15u >> 32;
}

static bool table_same(const entry *e, uint32_t key)
{
    return e->key_plus_one == key + 1;
}

HASH_TABLE_FUNCTIONS(table, entry, uint32_t);
HASH_TABLE_REMOVAL(table, entry)

static void compare(const table *t, const uint32_t *expected)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < KEYS; k++) {
        const entry *e = table_slot(t, k);
        assert_int_equal(table_used(e), expected[k] != 0);
        if (expected[k])
            assert_int_equal(e->value, expected[k]);
        count += expected[k] != 0;
    }
    assert_int_equal(t->count, count);
    assert_true(t->count * 3 <= t->mask * 2);
}

static void as_an_array(void **state)
{
    (void)state;
    const uint64_t spreads[] = {1, 3, 17, KEYS};
    for (size_t s = 0; s < sizeof spreads / sizeof *spreads; s++) {
        spread = spreads[s];
        uint32_t expected[KEYS] = {0};
        rng random;
        rng_init(&random, s);
        table t;
        table_start(&t, 4);
        for (uint32_t i = 1; i <= STEPS; i++) {
            uint32_t key = (uint32_t)rng_below(&random, KEYS);
            entry *e = table_slot(&t, key);
            if (table_used(e)) {
                table_close(&t, e);
                expected[key] = 0;
            } else {
                table_reserve(&t);
                *table_slot(&t, key) = (entry){key + 1, i};
                t.count++;
                expected[key] = i;
            }
            if (i % 100 == 0)
                compare(&t, expected);
        }
        free(t.slots);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_an_array)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
