// SPDX-License-Identifier: MIT
// Priorities of what is in a priority queue: a value [2 "x"] has priority 2, any other is
// its own.

#ifndef SPEC_PRIORITY_H
#define SPEC_PRIORITY_H

#include <linchpin/value.h>

static inline lp_value spec_priority(const lp_pool *pool, lp_value v)
{
    size_t n = 0;
    const lp_value *items =
        v.kind == LP_KIND_VECTOR || v.kind == LP_KIND_TUPLE ? lp_items(pool, v, &n) : NULL;
    return n ? items[0] : v;
}

static inline int spec_by_priority(const lp_pool *pool, lp_value a, lp_value b)
{
    return lp_value_compare(pool, spec_priority(pool, a), spec_priority(pool, b));
}

#endif
