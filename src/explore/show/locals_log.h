// SPDX-License-Identifier: MIT
// What the variables of a thread hold, in the function that its steps are shown in: looked at
// whenever it comes to its next step. A box of its own in the memory of a trace.

#ifndef EXPLORE_LOCALS_LOG_H
#define EXPLORE_LOCALS_LOG_H

#include "explore/runtime/runtime.h"
#include "explore/show/source_lines.h"

// They are so when the step `step` is done. `s`: where the thread is; NULL: in no function.
void locals_look(const fiber *f, uint32_t step, const source_stack *s);
void locals_forget(void);

// The thread's box, and what the step makes different in it: after boxes_begin, before boxes_end.
// Boxes are those of threads that have had any variables until the end.
void locals_boxes(lp_verdict *v);
void locals_step(lp_verdict *v, uint32_t step);

#endif
