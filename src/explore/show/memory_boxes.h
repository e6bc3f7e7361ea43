// SPDX-License-Identifier: MIT
// Memory as boxes with cells, and what each step changes there: the evidence that memory_log.h's
// notes are for.
//
// A box is a variable or a block of the heap that a step makes or accesses; variables that are one
// number or pointer are cells of one box. Cells are what the type of a box consists of, or, where
// that is not known, what was accessed: "+8". Of a block that a step makes, a cell is there as soon
// as it was written or read: what malloc gives holds nothing.

#ifndef EXPLORE_MEMORY_BOXES_H
#define EXPLORE_MEMORY_BOXES_H

#include <linchpin/judge.h>

// The steps that will be shown, by their serial numbers. Boxes, and the cells before the first step.
void boxes_begin(lp_verdict *v, const uint32_t *steps, uint32_t count);
// The step with that number was added to the trace: what it changes.
void boxes_step(lp_verdict *v, uint32_t step);
uint32_t boxes_find(const void *target); // where a pointer points to; LP_NO_BOX: to none of them
// Does what is there hold anything yet? Where nothing is told, it is thought to.
bool boxes_know(const void *address);
void boxes_end(void);

#endif
