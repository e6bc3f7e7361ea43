// SPDX-License-Identifier: MIT
// The k-stack of Henzinger, Kirsch, Payer, Sezgin and Sokolova (POPL 2013), but for two
// functions: a stack of segments with RELAXED_K + 1 slots. Values are put into the top
// segment and taken from it, in any order. Segments are freed with the stack.
//
// Who removes the top segment because it is empty marks it first, then looks again.
// Who has put a value into it looks whether it is marked, and if it is, whether the
// value still counts: it is taken back and put again if not.

#ifndef STACK_SEGMENTS_H
#define STACK_SEGMENTS_H

#include "slots.h"
#include "stack.h"
#include "versioned.h"

#include <stdlib.h>

typedef struct segment {
    slot slots[RELAXED_CELLS];
    struct segment *below; // NULL: the lowest, which is never removed
    struct segment *made;  // before it
    _Atomic int marked;    // for removal
} segment;

struct stack {
    versioned top;
    _Atomic(segment *) made; // the last of all
};

// Does the value count that was put there?
static bool committed(stack *s, uint64_t top, slot *where, uint64_t word);
static void try_remove_segment(stack *s, uint64_t top);

static segment *segment_new(stack *s, segment *below)
{
    segment *g = calloc(1, sizeof *g);
    g->below = below;
    g->made = atomic_load(&s->made);
    while (!atomic_compare_exchange_weak(&s->made, &g->made, g))
        ;
    return g;
}

stack *stack_new(void)
{
    stack *s = calloc(1, sizeof *s);
    atomic_init(&s->top, versioned_next(0, segment_new(s, NULL)));
    return s;
}

void stack_free(stack *s)
{
    for (segment *g = s->made, *next; g; g = next) {
        next = g->made;
        free(g);
    }
    free(s);
}

void stack_push(stack *s, int value)
{
    for (;;) {
        uint64_t top = atomic_load(&s->top), word;
        segment *g = versioned_pointer(top);
        unsigned index;
        bool found = slots_find(g->slots, relaxed_begin(RELAXED_CELLS, 0), false, &index, &word);
        if (top != atomic_load(&s->top))
            continue;
        if (!found) {
            // With the value in it: an empty one would be removed, and added, for ever.
            segment *fresh = segment_new(s, g);
            atomic_init(&fresh->slots[0], slot_next(0, value));
            if (versioned_swap(&s->top, top, fresh))
                return;
            continue;
        }
        uint64_t fresh = slot_next(word, value);
        if (slot_swap(&g->slots[index], word, fresh) && committed(s, top, &g->slots[index], fresh))
            return;
    }
}

bool stack_pop(stack *s, int *value)
{
    for (;;) {
        uint64_t top = atomic_load(&s->top), word;
        segment *g = versioned_pointer(top);
        unsigned index;
        bool found = slots_find(g->slots, relaxed_begin(RELAXED_CELLS, 0), true, &index, &word);
        if (top != atomic_load(&s->top))
            continue;
        if (found) {
            if (slot_swap(&g->slots[index], word, slot_next(word, 0))) {
                *value = slot_value(word);
                return true;
            }
        } else if (g->below) {
            try_remove_segment(s, top);
        } else if (slots_empty(g->slots) && top == atomic_load(&s->top)) {
            return false;
        }
    }
}

#endif
