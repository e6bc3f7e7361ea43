// SPDX-License-Identifier: MIT
// See remaining.h.

#include "judge/search/remaining.h"

#include "base/memory.h"

#include <stdlib.h>

void left_init(ops_left *l, uint32_t count)
{
    *l = (ops_left){.next = memory_new(count, sizeof *l->next),
                    .before = memory_new(count, sizeof *l->before),
                    .first = count ? 0 : LEFT_END,
                    .done = memory_new((size_t)count / 64 + 1, sizeof *l->done)};
    for (uint32_t i = 0; i < count; i++) {
        l->before[i] = i ? i - 1 : LEFT_END;
        l->next[i] = i + 1 < count ? i + 1 : LEFT_END;
    }
}

void left_fini(ops_left *l)
{
    free(l->next);
    free(l->before);
    free(l->done);
}

void left_set(ops_left *l, uint32_t op, bool done)
{
    uint32_t a = l->before[op], b = l->next[op];
    l->done[op / 64] ^= UINT64_C(1) << (op % 64);
    if (done && op >= l->done_end)
        l->done_end = op + 1;
    if (a == LEFT_END)
        l->first = done ? b : op;
    else
        l->next[a] = done ? b : op;
    if (b != LEFT_END)
        l->before[b] = done ? a : op;
}

const uint64_t *left_words(ops_left *l, uint32_t *from, uint32_t *count)
{
    uint32_t first = l->first == LEFT_END ? 0 : l->first / 64;
    uint32_t to = (l->done_end + 63) / 64;
    while (to > first && l->done[to - 1] == 0)
        to--;
    if (l->done_end > to * 64)
        l->done_end = to * 64;
    *from = first;
    *count = to > first ? to - first : 0;
    return l->done + first;
}
