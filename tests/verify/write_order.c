// SPDX-License-Identifier: MIT
// See write_order.h.

#include "write_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Has the read a place among the writes in this order?
static bool reads_in_order(const lp_history *h, const lp_op *r, const uint32_t *writes,
                           uint32_t count)
{
    bool found = false;
    for (uint32_t n = 0; n <= count; n++) { // so many writes come before the read
        lp_value value = n ? h->ops[writes[n - 1]].arg : LP_NIL;
        bool fits = lp_value_compare(h->pool, value, r->result) == 0;
        for (uint32_t i = 0; i < count; i++)
            fits &= i < n ? !lp_op_precedes(r, &h->ops[writes[i]])
                          : !lp_op_precedes(&h->ops[writes[i]], r);
        found |= fits;
    }
    return found;
}

static bool relevant(const lp_op *w, const lp_op *r)
{
    return w->call < r->ret;
}

// Read number i and those behind it have orders that agree with those of the reads before, which have a
// bit each: the second write comes first.
static bool orders_agree(const lp_history *h, const uint32_t *writes, uint32_t i, uint32_t swapped)
{
    while (i < h->op_count && (lp_op_pending(&h->ops[i]) || i == writes[0] || i == writes[1]))
        i++;
    if (i == h->op_count)
        return true;
    const lp_op *r = &h->ops[i], *a = &h->ops[writes[0]], *b = &h->ops[writes[1]];
    for (uint32_t swap = 0; swap < 2; swap++) {
        const uint32_t order[2] = {writes[swap], writes[1 - swap]};
        bool fits = !lp_op_precedes(swap ? a : b, swap ? b : a) && reads_in_order(h, r, order, 2);
        for (uint32_t k = 0; k < i && fits; k++) {
            const lp_op *s = &h->ops[k];
            if (lp_op_pending(s) || k == writes[0] || k == writes[1])
                continue;
            bool both = relevant(a, r) && relevant(b, r) && relevant(a, s) && relevant(b, s);
            fits = !both || ((swapped >> k) & 1) == swap;
        }
        if (fits && orders_agree(h, writes, i + 1, swapped | swap << i))
            return true;
    }
    return false;
}

bool agrees_on_writes(const lp_history *h)
{
    const lp_value write = lp_string(h->pool, "write", 5);
    uint32_t writes[2], count = 0;
    for (uint32_t i = 0; i < h->op_count; i++)
        if (lp_value_compare(h->pool, h->ops[i].method, write) == 0) {
            assert_true(count < 2);
            writes[count++] = i;
        }
    if (count == 2)
        return orders_agree(h, writes, 0, 0);
    for (uint32_t i = 0; i < h->op_count; i++)
        if ((!count || i != writes[0]) && !lp_op_pending(&h->ops[i]) &&
            !reads_in_order(h, &h->ops[i], writes, count))
            return false;
    return true;
}
