// SPDX-License-Identifier: MIT
// See recent_states.h.

#include "verify/store/recent_states.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void recent_init(recent_states *r, size_t size)
{
    *r = (recent_states){.size = size};
    r->states = memory_new(RECENT_PLACES, size);
    r->observed = memory_new(RECENT_PLACES, sizeof *r->observed);
}

void recent_fini(recent_states *r)
{
    free(r->states);
    free(r->observed);
}

// Looking costs little, but not nothing.
static void take_stock(recent_states *r)
{
    r->idle = r->found < RECENT_TRIAL / RECENT_WORTH;
    r->asked = r->found = 0;
}

bool recent_met(recent_states *r, const void *state, uint32_t observed)
{
    if (r->idle)
        return false;
    uint64_t place = (XXH3_64bits(state, r->size) + observed) % RECENT_PLACES;
    uint8_t *there = r->states + place * r->size;
    bool met = r->observed[place] == (uint64_t)observed + 1 && memcmp(there, state, r->size) == 0;
    if (!met)
        memcpy(there, state, r->size);
    r->observed[place] = (uint64_t)observed + 1;
    r->found += met;
    if (++r->asked == RECENT_TRIAL)
        take_stock(r);
    return met;
}
