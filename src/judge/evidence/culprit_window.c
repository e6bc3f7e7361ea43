// SPDX-License-Identifier: MIT
// The window around a culprit: see culprit_window.h.

#include "judge/evidence/culprit_window.h"

#include <string.h>

// The latest ones that overlap the culprit, and that returned before it was called.
enum { OVERLAPPING = 32, BEFORE = 12 };

bool history_window(const lp_history *h, uint32_t culprit, bool *keep)
{
    bool cut = culprit != LP_NO_EVENT && h->op_count > WINDOW_FROM;
    if (h->op_count)
        memset(keep, !cut, h->op_count * sizeof *keep);
    if (!cut)
        return false;
    const lp_op *wrong = &h->ops[culprit];
    uint32_t from = lp_op_pending(wrong) ? h->event_count : wrong->ret;
    keep[culprit] = true;
    for (uint32_t i = h->op_count, left = OVERLAPPING; i-- > 0 && left;) {
        if (i == culprit || h->ops[i].call > from || h->ops[i].ret < wrong->call)
            continue;
        keep[i] = true;
        left--;
    }
    for (uint32_t i = wrong->call, left = BEFORE; i-- > 0 && left;) {
        if (!h->events[i].is_return)
            continue;
        keep[h->events[i].op] = true;
        left--;
    }
    return true;
}
