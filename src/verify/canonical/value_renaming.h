// SPDX-License-Identifier: MIT
// What an observer's state becomes when values are renamed. Nothing is known of
// what is inside such a state, but it is known how each one came about: by an event
// or a new order of threads from another one. So the same is done again with renamed
// values, from the start on; every answer is remembered.
//
// It is right if renaming the values of a history that the spec allows gives one
// that it allows.

#ifndef VERIFY_VALUE_RENAMING_H
#define VERIFY_VALUE_RENAMING_H

#include "model/steps/value_symmetry.h"
#include "verify/property/property.h"

#include <linchpin/spec.h>

typedef struct renaming_table renaming_table;

// Does a built-in spec only look whether values are equal?
bool renaming_suits(const lp_spec *spec);

// NULL: there are too many calls.
renaming_table *renaming_new(const transition_system *s, const scalarset *d, const property *o);
void renaming_free(renaming_table *r);
// `to` came about this way.
void renaming_note_event(renaming_table *r, uint32_t from, const move *m, uint32_t to);
void renaming_note_order(renaming_table *r, uint32_t from, const uint32_t *order, uint32_t to);
// Value number i (from data.low) is called to[i] from now on. May be OBSERVED_STOP.
uint32_t renaming_state(renaming_table *r, uint32_t state, const uint32_t *to);

#endif
