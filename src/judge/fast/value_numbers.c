// SPDX-License-Identifier: MIT
// Numbering values by subtraction or by hashing: see value_numbers.h.

#include "judge/fast/value_numbers.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

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
    t->mask = slots - 1;
    t->slots = memory_new(slots, sizeof *t->slots);
}

void value_numbers_fini(value_numbers *t)
{
    free(t->slots);
}

static struct value_slot *slot_of(const value_numbers *t, lp_value v)
{
    uint64_t h = ((uint64_t)v.bits ^ v.kind << 60) * 0x9e3779b97f4a7c15u;
    for (uint64_t at = (h ^ h >> 32) & t->mask;; at = (at + 1) & t->mask) {
        struct value_slot *s = &t->slots[at];
        if (!s->number_plus_one || lp_value_equal(s->value, v))
            return s;
    }
}

uint32_t value_number_find(const value_numbers *t, lp_value v)
{
    if (t->range) {
        uint64_t n = (uint64_t)v.bits - (uint64_t)t->low;
        return v.kind == LP_KIND_INT && n < t->range ? (uint32_t)n : VALUE_NONE;
    }
    uint32_t n = slot_of(t, v)->number_plus_one;
    return n ? n - 1 : VALUE_NONE;
}

uint32_t value_number_add(value_numbers *t, lp_value v)
{
    if (t->range)
        return value_number_find(t, v);
    struct value_slot *s = slot_of(t, v);
    if (!s->number_plus_one) {
        REQUIRE(t->count <= t->mask / 2);
        *s = (struct value_slot){v, ++t->count};
    }
    return s->number_plus_one - 1;
}

uint32_t value_numbers_most(const value_numbers *t)
{
    return t->range ? t->range : t->count;
}
