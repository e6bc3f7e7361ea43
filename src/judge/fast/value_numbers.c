// SPDX-License-Identifier: MIT
// Numbering values by subtraction or by hashing: see value_numbers.h.

#include "judge/fast/value_numbers.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

static bool value_table_used(const value_slot *e)
{
    return e->number_plus_one != 0;
}

static lp_value value_table_key(const value_slot *e)
{
    return e->value;
}

static uint64_t value_table_hash(lp_value v)
{
    uint64_t h = ((uint64_t)v.bits ^ v.kind << 60) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static bool value_table_same(const value_slot *e, lp_value v)
{
    return lp_value_equal(e->value, v);
}

HASH_TABLE_FUNCTIONS(value_table, value_slot, lp_value);

void value_numbers_init(value_numbers *t, uint32_t count, bool all_integers, int64_t low,
                        int64_t high)
{
    *t = (value_numbers){.low = low};
    uint64_t room = (uint64_t)count * 4 + 64;
    if (all_integers && high >= low && (uint64_t)high - (uint64_t)low < room) {
        t->range = (uint32_t)((uint64_t)high - (uint64_t)low + 1);
        return;
    }
    uint64_t slots = 64;
    while (slots < (uint64_t)count * 2)
        slots *= 2;
    value_table_start(&t->table, slots);
}

void value_numbers_fini(value_numbers *t)
{
    free(t->table.slots);
}

uint32_t value_number_find(const value_numbers *t, lp_value v)
{
    if (t->range) {
        uint64_t n = (uint64_t)v.bits - (uint64_t)t->low;
        return v.kind == LP_KIND_INT && n < t->range ? (uint32_t)n : VALUE_NONE;
    }
    uint32_t n = value_table_slot(&t->table, v)->number_plus_one;
    return n ? n - 1 : VALUE_NONE;
}

uint32_t value_number_add(value_numbers *t, lp_value v)
{
    if (t->range)
        return value_number_find(t, v);
    value_slot *s = value_table_slot(&t->table, v);
    if (!s->number_plus_one) {
        REQUIRE(t->table.count <= t->table.mask / 2); // as many as were announced
        *s = (value_slot){v, (uint32_t)++t->table.count};
    }
    return s->number_plus_one - 1;
}

uint32_t value_numbers_most(const value_numbers *t)
{
    return t->range ? t->range : (uint32_t)t->table.count;
}
