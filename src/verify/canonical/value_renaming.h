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
#include "verify/property/observer.h"

#include <linchpin/spec.h>

typedef struct rename_table rename_table;

// Does a built-in spec only look whether values are equal?
bool rename_suits(const lp_spec *spec);

// NULL: there are too many calls.
rename_table *rename_new(const space *s, const data_cells *d, const observer *o);
void rename_free(rename_table *r);
// `to` came about this way.
void rename_note_event(rename_table *r, uint32_t from, const move *m, uint32_t to);
void rename_note_order(rename_table *r, uint32_t from, const uint32_t *order, uint32_t to);
// Value number i (from data.low) is called to[i] from now on. May be OBSERVED_STOP.
uint32_t rename_state(rename_table *r, uint32_t state, const uint32_t *to);

#endif
