// SPDX-License-Identifier: MIT
// What the files that look at related states share: see related_states.h.

#ifndef VERIFY_RELATED_PARTS_H
#define VERIFY_RELATED_PARTS_H

#include "base/intern.h"
#include "verify/related_index.h"
#include "verify/related_states.h"

// Cells side by side.
typedef struct span {
    uint32_t from, count;
} span;

struct related {
    model *tabled, *abstract;
    const instance *searched, *checked;
    uint32_t actions;               // of the implementation: the first so many of both
    bool silent[MODEL_MAX_ACTIONS]; // nothing matches it
    span *seen;                     // what is looked at of the implementation
    uint32_t seen_count, seen_cells;
    span own; // the specification's cells
    pthread_mutex_t lock;
    intern *steps;   // which offer, then what is looked at before and after it
    uint32_t *found; // of each step: a state that it was taken from
    size_t found_capacity;
    const int32_t **recent; // steps that were met just now, by their hashes
    // After the search.
    transition_system system;
    int32_t *cells, *work;
    intern *states; // of the specification
    related_index index;
    uint64_t pairs; // that are related
};

#endif
