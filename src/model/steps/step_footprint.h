// SPDX-License-Identifier: MIT
// What the steps of an object touch, found in its code: for partial order reduction
// (verify/system/independent_steps.h).
//
// A place is a shared variable, or the nodes of a struct, all together. An array has items, and two
// threads that use `a[me]` use different ones; else an access is one of the whole variable. Which item
// the first access of a step uses is known in a state, where its index is a local.

#ifndef MODEL_STEP_FOOTPRINT_H
#define MODEL_STEP_FOOTPRINT_H

#include "model/steps/program.h"

// Places, a bit each.
typedef struct footprint {
    uint64_t reads, writes;  // of the whole place, as far as it is known
    uint64_t mine, mine_too; // of the item that has the number of the thread: read, written
    bool makes;              // a node
} footprint;

typedef struct step_footprint {
    footprint all;     // of the step, but for its first access where that has an item
    footprint future;  // of it and of all that may follow, to the return
    bool has_item;     // the first access is to one item of
    uint32_t place;    // this array,
    uint32_t item;     // whose number is in this cell, from the start of the thread
    bool item_written; // and not only read
} step_footprint;

typedef struct step_footprints {
    step_footprint *steps;                // by pc
    footprint methods[MODEL_MAX_METHODS]; // of all of each, from call to return
} step_footprints;

// False: there are more places than bits, or it is no object.
bool step_footprints_init(step_footprints *f, const program *p);
void step_footprints_fini(step_footprints *f);
// The places that a condition about states looks at.
uint64_t condition_places(const program *p, const expr *condition);

static inline void footprint_add(footprint *to, const footprint *from)
{
    to->reads |= from->reads;
    to->writes |= from->writes;
    to->mine |= from->mine;
    to->mine_too |= from->mine_too;
    to->makes |= from->makes;
}

#endif
