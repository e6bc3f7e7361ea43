// SPDX-License-Identifier: MIT
// What cells hold, in the model's own names: nodes are called by the order in which they were made.

#ifndef VERIFY_CELL_TEXT_H
#define VERIFY_CELL_TEXT_H

#include "verify/counterexample/move_description.h"

uint32_t *name_of(describer *d, uint32_t of, uint32_t node);
void print_cell(describer *d, type t, int32_t cell, text *out);
void print_item(describer *d, type t, const int32_t *cells, text *out); // or a collection
void print_name(const describer *d, const variable *v, uint32_t item, text *out);
void print_variable(describer *d, const variable *v, const int32_t *cells, text *out);
// A set that takes several cells: one of each of the variables that it became.
bool wide_set(const variable *v);
void gather(const variable *v, const int32_t *cells, uint32_t item, int32_t *out);

#endif
