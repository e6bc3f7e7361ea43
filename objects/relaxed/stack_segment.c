// SPDX-License-Identifier: MIT
// The k-stack: see stack_segments.h. The mark is a count of those who try to remove the
// segment, and it is looked at once.

#include "stack_segments.h"

static bool committed(stack *s, uint64_t top, slot *where, uint64_t word)
{
    segment *g = versioned_pointer(top);
    if (atomic_load(where) != word)
        return true; // somebody has it
    if (atomic_load(&g->marked) == 0)
        return true;
    // Those who try will fail if the top has another version; else it may be gone.
    if (versioned_swap(&s->top, top, g))
        return true;
    return !slot_swap(where, word, slot_next(word, 0));
}

static void try_remove_segment(stack *s, uint64_t top)
{
    segment *g = versioned_pointer(top);
    atomic_fetch_add(&g->marked, 1);
    if (slots_empty(g->slots) && versioned_swap(&s->top, top, g->below))
        return; // and stays marked
    atomic_fetch_sub(&g->marked, 1);
}
