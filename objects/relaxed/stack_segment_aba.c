// SPDX-License-Identifier: MIT
// Faulty: the k-stack as it was in Scal, Algorithm 3 of Round-Up. The mark is looked at
// twice, and if it was set first and is not set then, the value is neither
// kept nor taken back: it is put once more.

#include "stack_segments.h"

static bool committed(stack *s, uint64_t top, slot *where, uint64_t word)
{
    segment *g = versioned_pointer(top);
    if (atomic_load(where) != word)
        return true;
    if (atomic_load(&g->marked) == 0)
        return true;
    else if (atomic_load(&g->marked) == 1) {
        if (versioned_swap(&s->top, top, g))
            return true;
        return !slot_swap(where, word, slot_next(word, 0));
    }
    return false;
}

static void try_remove_segment(stack *s, uint64_t top)
{
    segment *g = versioned_pointer(top);
    atomic_store(&g->marked, 1);
    if (slots_empty(g->slots)) {
        versioned_swap(&s->top, top, g->below);
    } else {
        atomic_store(&g->marked, 0);
    }
}
