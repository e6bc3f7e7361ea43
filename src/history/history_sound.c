// SPDX-License-Identifier: MIT
// See history_sound.h.

#include "history/history_sound.h"

static bool event_is_sound(const lp_history *h, uint32_t i)
{
    const lp_event *e = &h->events[i];
    if (e->op >= h->op_count)
        return false;
    const lp_op *op = &h->ops[e->op];
    return e->is_return ? op->ret == i && op->call < i : op->call == i;
}

bool history_is_sound(const lp_history *h)
{
    uint32_t calls = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        if (!event_is_sound(h, i))
            return false;
        if (!h->events[i].is_return && h->events[i].op != calls++)
            return false;
    }
    if (calls != h->op_count)
        return false;
    for (uint32_t i = 0; i < h->op_count; i++) {
        uint32_t ret = h->ops[i].ret;
        if (ret == LP_NO_EVENT)
            continue;
        if (ret >= h->event_count || h->events[ret].op != i || !h->events[ret].is_return)
            return false;
    }
    return true;
}
