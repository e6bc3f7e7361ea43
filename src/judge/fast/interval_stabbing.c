// SPDX-License-Identifier: MIT
// A tree of the latest ends, as a priority search tree has it (McCreight, 1985), but over a
// fixed set from which windows are only removed: see interval_stabbing.h.

#include "judge/fast/interval_stabbing.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

static void pull(interval_stabbing *s, size_t i)
{
    uint32_t a = s->most[2 * i], b = s->most[2 * i + 1];
    s->most[i] = a > b ? a : b;
}

void interval_stabbing_init(interval_stabbing *s, const uint32_t *ends, uint32_t count)
{
    s->count = count;
    s->leaves = 1;
    while (s->leaves < count)
        s->leaves *= 2;
    s->most = memory_new((size_t)s->leaves * 2, sizeof *s->most);
    for (uint32_t i = 0; i < count; i++)
        s->most[s->leaves + i] = ends[i] + 1;
    for (uint32_t i = s->leaves - 1; i > 0; i--)
        pull(s, i);
}

void interval_stabbing_fini(interval_stabbing *s)
{
    free(s->most);
}

// The first leaf from `from` on whose window ends at `place` or later.
static uint32_t first_from(const interval_stabbing *s, uint32_t from, uint32_t place)
{
    uint32_t i = from + s->leaves;
    // Up and to the right, until something below fits …
    while (s->most[i] <= place) {
        while (i & 1) {
            if (i == 1)
                return INTERVAL_NONE;
            i /= 2;
        }
        i++;
    }
    // … then down to its first.
    while (i < s->leaves) {
        i *= 2;
        if (s->most[i] <= place)
            i++;
    }
    return i - s->leaves;
}

uint32_t interval_stabbing_take(interval_stabbing *s, uint32_t from, uint32_t to, uint32_t place)
{
    assert(to <= s->count);
    if (from >= to)
        return INTERVAL_NONE;
    uint32_t found = first_from(s, from, place);
    if (found >= to)
        return INTERVAL_NONE;
    uint32_t i = found + s->leaves;
    s->most[i] = 0;
    for (i /= 2; i; i /= 2)
        pull(s, i);
    return found;
}
