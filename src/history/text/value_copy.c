// SPDX-License-Identifier: MIT
// Copying values between pools: see value_copy.h. Readers limit how deeply
// values nest, which bounds the recursion.

#include "history/text/value_copy.h"

#include "base/memory.h"

#include <stdlib.h>

static lp_value copy_items(const lp_pool *from, lp_pool *to, lp_value v)
{
    size_t n;
    const lp_value *items = lp_items(from, v, &n);
    lp_value *copies = memory_new(n, sizeof *copies);
    for (size_t i = 0; i < n; i++)
        copies[i] = value_copy(from, to, items[i]);
    lp_value copy = v.kind == LP_KIND_TUPLE    ? lp_tuple(to, copies, n)
                    : v.kind == LP_KIND_VECTOR ? lp_vector(to, copies, n)
                                               : lp_map(to, copies, n / 2);
    free(copies);
    return copy;
}

lp_value value_copy(const lp_pool *from, lp_pool *to, lp_value v)
{
    if (v.kind < LP_KIND_STRING)
        return v;
    if (v.kind != LP_KIND_STRING)
        return copy_items(from, to, v);
    size_t n;
    const char *bytes = lp_string_bytes(from, v, &n);
    return lp_string(to, bytes, n);
}
