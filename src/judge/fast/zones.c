// SPDX-License-Identifier: MIT
// One sweep over the events: see zones.h.

#include "judge/fast/zones.h"

#include "base/memory.h"

#include <stdlib.h>

struct zones {
    const lp_history *history;
    // At the start of a zone: its end, plus one; 0: none starts here. Forward zones
    // start with a return, backward ones with a call.
    uint32_t at[];
};

zones *zones_new(const lp_history *h)
{
    zones *z = memory_new(1, sizeof *z + h->event_count * sizeof *z->at);
    z->history = h;
    return z;
}

void zones_free(zones *z)
{
    free(z);
}

void zones_add(zones *z, uint32_t f, uint32_t s)
{
    if (f < s)
        z->at[f] = s == UINT32_MAX ? s : s + 1;
    else if (s != UINT32_MAX)
        z->at[s] = f == UINT32_MAX ? f : f + 1;
}

bool zones_fit(const zones *z, uint32_t until, uint32_t *a, uint32_t *b)
{
    const lp_history *h = z->history;
    bool fit = true;
    *a = UINT32_MAX; // the forward zone that we are in
    for (uint32_t i = 0; i < h->event_count && fit; i++) {
        if (!z->at[i])
            continue;
        bool inside = i + 1 < until;
        fit = !inside || (!h->events[i].is_return && z->at[i] > until);
        *b = i;
        if (fit && h->events[i].is_return) {
            until = z->at[i];
            *a = i;
        }
    }
    if (*a == UINT32_MAX)
        *a = *b;
    return fit;
}
