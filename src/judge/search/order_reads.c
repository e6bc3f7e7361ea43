// SPDX-License-Identifier: MIT
// Operations that only read, in a search for an order: see order_inside.h.

#include "base/memory.h"
#include "judge/search/order_inside.h"

enum {
    NEAR = 256, // so many operations are looked through for one that only reads
    END = REMAINING_END,
};

typedef struct read_kind {
    uint32_t call, result, rank;
} read_kind;

static bool only_reads(const order_state *s, uint32_t op)
{
    return s->task->spec->methods[s->task->methods[op]].reads_only && !s->task->spec->syncs &&
           !lp_op_pending(&s->task->history->ops[op]);
}

// One that only reads and may come now, of those near the front.
uint32_t order_read_near(order_state *s, uint32_t state)
{
    uint32_t n = 0;
    for (uint32_t i = s->remaining.first; i != END && n < NEAR && !order_past_all(s, i);
         i = s->remaining.next[i], n++) {
        if (!only_reads(s, i) || !order_eligible(s, i))
            continue;
        uint32_t edges;
        automaton_step(s->automaton, state, s->task->methods[i], &s->calls[i], 1, &s->results[i],
                       &edges);
        if (edges)
            return i;
    }
    return END;
}

// The same, wherever it is: by what the reads would return now.
uint32_t order_read_of_kind(order_state *s, uint32_t state)
{
    for (uint32_t r = 0; r < s->read_count; r++) {
        uint32_t count;
        const automaton_edge *edges =
            automaton_step(s->automaton, state, s->read_methods[r], &s->reads[r], 1, NULL, &count);
        for (uint32_t i = 0; i < count; i++) {
            read_kind kind = {s->reads[r], edges[i].results[0], s->rank};
            uint32_t k = intern_find(s->kinds, &kind, sizeof kind);
            if (k != INTERN_NONE && s->kind_next[k] != END)
                return s->kind_next[k];
        }
    }
    return END;
}

// Sorts what only reads into kinds. Not where there are too many calls to ask for
// all of them, or where the spec has to be told the result.
void order_find_kinds(order_state *s)
{
    uint32_t n = s->task->history->op_count;
    if (!s->rules->equal_in_turn || s->task->spec->needs_result)
        return;
    s->kinds = intern_new();
    s->kind_of = memory_new(n, sizeof *s->kind_of);
    s->kind_next = memory_new(n, sizeof *s->kind_next);
    s->next_equal = memory_new(n, sizeof *s->next_equal);
    for (uint32_t i = n; i-- > 0;) {
        s->kind_of[i] = s->next_equal[i] = END;
        if (!only_reads(s, i))
            continue;
        uint32_t r = 0;
        while (r < s->read_count && s->reads[r] != s->calls[i])
            r++;
        if (r == ORDER_MOST_READS)
            continue;
        s->reads[r] = s->calls[i];
        s->read_methods[r] = s->task->methods[i];
        s->read_count += r == s->read_count;
        read_kind kind = {s->calls[i], s->results[i], order_rank_of(s, i)};
        bool fresh;
        uint32_t k = intern_add_fresh(s->kinds, &kind, sizeof kind, &fresh);
        s->kind_of[i] = k;
        s->next_equal[i] = fresh ? END : s->kind_next[k];
        s->kind_next[k] = i;
    }
}
