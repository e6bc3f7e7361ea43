// SPDX-License-Identifier: MIT
// Names of enums called otherwise, and what values that hold them become.

#ifndef MODEL_ENUM_PERMUTATION_H
#define MODEL_ENUM_PERMUTATION_H

#include "model/syntax/ast.h"

typedef struct enum_permutation {
    uint8_t to[MODEL_MAX_ENUMS][MODEL_MAX_NAMES]; // item i of an enum is called to[i]
} enum_permutation;

void enum_permutation_init(enum_permutation *p); // everything keeps its name
// The rank (finite_type.h) of what a value of a finite type becomes, given its own. Of a set in one
// cell, and of a message, the rank is the cell.
uint32_t permuted_rank(const model *m, const enum_permutation *p, type t, uint32_t rank);
// The enum whose names say whose operations they are (see operation_label), + 1; 0: there is none, or
// several.
uint32_t enum_of_processes(const instance *v);

#endif
