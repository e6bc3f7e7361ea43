// SPDX-License-Identifier: MIT
// See remaining.h.

#include "judge/search/remaining.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void remaining_init(remaining_ops *l, uint32_t count)
{
    *l = (remaining_ops){.next = memory_new(count, sizeof *l->next),
                         .before = memory_new(count, sizeof *l->before),
                         .first = count ? 0 : REMAINING_END,
                         .done = memory_new((size_t)count / 64 + 1, sizeof *l->done)};
    for (uint32_t i = 0; i < count; i++) {
        l->before[i] = i ? i - 1 : REMAINING_END;
        l->next[i] = i + 1 < count ? i + 1 : REMAINING_END;
    }
}

void remaining_fini(remaining_ops *l)
{
    free(l->next);
    free(l->before);
    free(l->done);
}

void remaining_set(remaining_ops *l, uint32_t op, bool done)
{
    assert(remaining_is_done(l, op) != done);
    uint32_t a = l->before[op], b = l->next[op];
    l->done[op / 64] ^= UINT64_C(1) << (op % 64);
    if (done && op >= l->done_end)
        l->done_end = op + 1;
    if (a == REMAINING_END)
        l->first = done ? b : op;
    else
        l->next[a] = done ? b : op;
    if (b != REMAINING_END)
        l->before[b] = done ? a : op;
}

bool remaining_is_sound(const remaining_ops *l, uint32_t count)
{
    uint32_t op = l->first, last = REMAINING_END;
    for (uint32_t i = 0; i < count; i++) {
        if (remaining_is_done(l, i)) {
            if (i >= l->done_end)
                return false;
            continue;
        }
        if (op != i || l->before[i] != last)
            return false;
        last = i;
        op = l->next[i];
    }
    return op == REMAINING_END;
}

const uint64_t *remaining_words(remaining_ops *l, uint32_t *from, uint32_t *count)
{
    uint32_t first = l->first == REMAINING_END ? 0 : l->first / 64;
    uint32_t to = (l->done_end + 63) / 64;
    while (to > first && l->done[to - 1] == 0)
        to--;
    if (l->done_end > to * 64)
        l->done_end = to * 64;
    *from = first;
    *count = to > first ? to - first : 0;
    return l->done + first;
}
