// SPDX-License-Identifier: MIT
// The states of a specification in an order in which those that a relation cannot tell apart stand
// side by side: first by the variables that the first relation looks at, then by those that the second
// one looks at beside them, and so on. Relations are asked in their order, so if one fails in a state,
// it or one before it fails in all that are equal in the variables of the relations up to it,
// and those are passed over at once.

#ifndef VERIFY_RELATED_INDEX_H
#define VERIFY_RELATED_INDEX_H

#include "base/intern.h"
#include "model/steps/program.h"

typedef struct related_index {
    uint32_t count, relations;
    uint32_t *order; // numbers of states
    uint32_t *next;  // of each relation and each place in it: the first after it that differs
} related_index;

// `states` holds so many cells of each, which begin at `from` in a state of the program.
void related_index_init(related_index *x, const program *p, const intern *states, uint32_t from,
                        uint32_t cells);
void related_index_fini(related_index *x);
// The place after this one that a relation, which has failed there, may hold at. `where`: of the
// relation; of nothing: the next place.
uint32_t related_index_after(const related_index *x, const model *m, uint32_t at, uint32_t where);

#endif
