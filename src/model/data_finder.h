// SPDX-License-Identifier: MIT
// What the two halves of data.h share: the classes, and who is in which.

#ifndef MODEL_DATA_FINDER_H
#define MODEL_DATA_FINDER_H

#include "model/data.h"

// Where names lead: in a method of the object, a function, the spec, an invariant.
typedef struct scope {
    uint32_t locals, temps, result; // the first of each
    uint32_t state;                 // of shared variables, or of the spec's
    bool is_spec;
    const synchronisation *sync; // of the spec; its results are those of its methods
} scope;

typedef struct finder {
    const program *p;
    const instance *v;
    uint32_t *parent;
    uint32_t count, capacity;
    uint32_t shared, fields[MODEL_MAX_RECORDS];
    scope routines[MODEL_MAX_METHODS], functions[MODEL_MAX_FUNCTIONS], init;
    scope spec[MODEL_MAX_METHODS];
    uint32_t values; // what a spec's maps map to, for each of its variables
    bool unknown;    // something that is not understood here
} finder;

// Is this int, of class n, mere data?
bool finder_data(const finder *f, type t, uint32_t n);
// Where mere data lies.
void data_list(data_cells *d, const finder *f);
// Results of all methods share a cell: it is renamed if all of them are data.
void data_list_result(data_cells *d, const program *p);

#endif
