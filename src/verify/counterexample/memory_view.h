// SPDX-License-Identifier: MIT
// What a state holds, for people: boxes with cells. A box is what all share; a node; a thread with
// its line and its locals; a component of a system; the specification of a simulation.
//
//     memory_view now = {0};
//     memory_view_take(&now, &boxes, d, cells);

#ifndef VERIFY_MEMORY_VIEW_H
#define VERIFY_MEMORY_VIEW_H

#include "verify/counterexample/move_description.h"

// All boxes so far, with numbers that stay: those of the verdict's memory.
typedef struct box_list {
    lp_verdict *v;
    uint32_t last;                      // that was asked for
    uint32_t *nodes[MODEL_MAX_RECORDS]; // of each struct, by the name of the node: its box, + 1
    size_t capacity[MODEL_MAX_RECORDS];
} box_list;

typedef struct viewed_cell {
    uint32_t box, order;
    size_t name, value; // in `words`
    uint32_t to;
} viewed_cell;

typedef struct memory_view {
    viewed_cell *cells; // box by box
    size_t count, capacity;
    bool *there; // of each box
    size_t boxes, box_capacity;
    text words;
} memory_view;

void memory_view_take(memory_view *view, box_list *boxes, describer *d, const int32_t *cells);
void memory_view_fini(memory_view *view);
void box_list_fini(box_list *boxes);

static inline const char *viewed_name(const memory_view *view, const viewed_cell *c)
{
    return view->words.bytes + c->name;
}

static inline const char *viewed_value(const memory_view *view, const viewed_cell *c)
{
    return view->words.bytes + c->value;
}

#endif
