// SPDX-License-Identifier: MIT
// What the parts of value_symmetry.h share: the classes, and who is in which.

#ifndef MODEL_VALUE_FINDER_H
#define MODEL_VALUE_FINDER_H

#include "model/steps/value_symmetry.h"

enum { NOTHING = -1, SPOILT = 0 }; // no int; not of the scalarset

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
    scope routines[MODEL_MAX_ACTIONS], functions[MODEL_MAX_FUNCTIONS], init;
    scope spec[MODEL_MAX_METHODS];
    uint32_t values; // what a spec's maps map to, for each of its variables
    bool unknown;    // something that is not understood here
} finder;

uint32_t finder_add(finder *f, uint32_t count); // new classes, side by side; gives the first
uint32_t finder_class(const finder *f, uint32_t n);
void finder_unite(finder *f, int64_t a, int64_t b); // they exchange values
void finder_spoil(finder *f, int64_t a);            // it is not of the scalarset
// The class of what an expression gives, all that is in it looked at.
int64_t finder_expr(finder *f, const scope *s, const expr *x);
// Of what an operation of a collection of the object gives, whose items are of a class.
int64_t finder_many(finder *f, type t, seq_op op, int64_t items);
// Does this int, of class n, belong to the scalarset?
bool finder_scalar(const finder *f, type t, uint32_t n);
// The cells that hold its values.
void scalarset_list(scalarset *d, const finder *f);
// Results of all methods share a cell: it is renamed if all of them belong to it.
void scalarset_list_result(scalarset *d, const program *p);

#endif
