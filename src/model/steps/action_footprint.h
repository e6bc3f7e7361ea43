// SPDX-License-Identifier: MIT
// What an action of an automaton touches when it is taken with given arguments, by the cell, found in its
// code: for partial order reduction (verify/system/independent_actions.h).
//
// Components are instances of arrays whose indices are arguments, so it matters that an index is evaluated as
// far as arguments go; one that depends on the state stands for all items. Messages go into a channel and are
// taken out of it by different components; that is kept apart from reads and writes, unless the channel
// duplicates: there a message that is sent twice is there once.

#ifndef MODEL_ACTION_FOOTPRINT_H
#define MODEL_ACTION_FOOTPRINT_H

#include "model/steps/program.h"

// Sets of cells, a bit each; the last one stands for the heap.
typedef struct action_footprint {
    uint64_t *reads, *writes;
    uint64_t *sends, *takes; // messages of channels
} action_footprint;

uint32_t footprint_words(const program *p); // of each set
void action_footprint_init(action_footprint *f, const program *p, const routine *r,
                           const int32_t *args);
// The same where only some of the arguments are known, a bit each.
void action_footprint_partly(action_footprint *f, const program *p, const routine *r,
                             const int32_t *args, uint64_t known);
void action_footprint_fini(action_footprint *f);
// Adds the cells that a condition about states may look at.
void condition_cells(const program *p, const expr *condition, uint64_t *cells);

// The action is possible only where this cell holds this value.
typedef struct control {
    uint32_t cell;
    int32_t value;
} control;

enum { MOST_CONTROLS = 4 };
// Of the guard, from its beginning to the first condition of another kind, nothing of which can fail: how many.
uint32_t action_controls(const program *p, const routine *r, const int32_t *args,
                         control out[MOST_CONTROLS]);

#endif
