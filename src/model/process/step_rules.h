// SPDX-License-Identifier: MIT
// What the files with the rules share.

#ifndef MODEL_STEP_RULES_H
#define MODEL_STEP_RULES_H

#include "model/process/term_making.h"

// Adds a step. False: it leads nowhere, since something failed.
bool step_add(step_list *out, const process_step *step);
// Adds the steps of a term, as they are remembered or found out. False: something failed.
bool term_steps(stepper *s, uint32_t term, step_list *out);

// Those of processes beside each other.
bool composed_steps(stepper *s, uint32_t term, step_list *out);
// An event, a message that is sent or received.
bool prefix_steps(stepper *s, uint32_t term, step_list *out);
// What is received at a hole: the step that takes it is added with the part filled in.
bool receive_value(stepper *s, const process_step *receives, const uint32_t *label, bool *fits,
                   uint32_t *target, bool *depends);

#endif
