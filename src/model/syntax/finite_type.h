// SPDX-License-Identifier: MIT
// Finite types: ranges of ints, bools, enums, options and tuples of them, and sets of few of them.
// The values of a finite type are numbered from 0, in their order; that number is a value's rank.
// Tuples are ordered lexicographically, so the rank of a tuple is the number that its parts' ranks
// are the digits of. A set of a finite type is a value, too: a bit for each rank, in as many cells
// as it takes.

#ifndef MODEL_FINITE_TYPE_H
#define MODEL_FINITE_TYPE_H

#include "model/syntax/ast.h"

enum {
    MASK_BITS = 31,                          // of a cell: its sign is not used
    MASK_MOST = MASK_BITS * MODEL_MAX_PARTS, // items that a type may have to be in a set
    MASK_NESTED = 7,                         // the same for sets that are in sets
    FINITE_MOST = 1 << 30,
};

// How many values it has; 0: it is not finite, or has more than FINITE_MOST.
uint32_t type_card(type t);
bool finite_fits_mask(type t); // there are sets of it that are values
// Which of the cells of a tuple is the first of this part.
uint32_t tuple_offset(type tuple, uint32_t part);
uint32_t mask_cell_bits(type mask, uint32_t cell); // how many bits of a cell are used

// The cells of the value with this rank, and the rank of the value in these cells.
void finite_cells(type t, uint32_t rank, int32_t *out);
uint32_t finite_rank(type t, const int32_t *cells);
// The value with this rank, and a set from its cells, as they are written in a model.
void finite_print(const model *m, type t, uint32_t rank, text *out);
void mask_print(const model *m, type mask, const int32_t *cells, text *out);

#endif
