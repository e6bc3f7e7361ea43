// SPDX-License-Identifier: MIT
// Which ints form a scalarset: passed on, stored and compared for equality, and nothing
// else (Ip and Dill, "Better verification through symmetry", 1996; here found, not declared).
// Renaming their values, all of them in one way, changes nothing that matters,
// so states that differ only by such a renaming are one (value symmetry).
//
// Everything that ints flow through (variables, fields, locals, results, what a spec
// stores) is put into classes by who exchanges values with whom. A class is
// spoilt if one of its ints is calculated with, ordered, an index, a range, or meets a
// literal that the client also uses. The value 0 is never renamed: it is what cells
// hold that have not been written, or are not needed any more.

#ifndef MODEL_VALUE_SYMMETRY_H
#define MODEL_VALUE_SYMMETRY_H

#include "model/steps/program.h"

#include <stdbool.h>

enum { SCALARSET_MAX_VALUES = 4 }; // of more, only so many are renamed: all their orders are tried

typedef struct scalarset {
    int32_t low;                    // values low … low + count - 1 may be renamed
    uint32_t count;                 // less than 2: nothing is to be gained
    uint32_t *shared, shared_count; // cells of shared variables
    uint32_t *thread, thread_count; // of a thread, from its start
    uint32_t *fields[MODEL_MAX_RECORDS], field_count[MODEL_MAX_RECORDS]; // of a node
    bool args[MODEL_MAX_ACTIONS][MODEL_MAX_ARGS], results[MODEL_MAX_ACTIONS];
} scalarset;

// `symmetric`: the spec, if it is not a block of the model, only looks whether values
// are equal.
void scalarset_find(scalarset *d, const program *p, const instance *v, bool symmetric);
void scalarset_fini(scalarset *d);

#endif
