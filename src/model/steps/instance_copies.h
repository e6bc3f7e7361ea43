// SPDX-License-Identifier: MIT
// Text that composition writes down once for each instance of a component, one after the other: the
// effect of an input action, a message to all. What one of them does, the others do not see.

#ifndef MODEL_INSTANCE_COPIES_H
#define MODEL_INSTANCE_COPIES_H

#include "model/syntax/ast.h"

// May one of them have to wait and another one fail? Then it shows which comes first. `room`: as in
// block_cannot_fail.
bool copies_clash(const model *m, const method *in, const block *b, bool room);
// Of what matches a step of a simulation: calls `each` for the type of which there is a copy for each
// value that sees what those before it did.
void copied_in_turn(const block *b, void (*each)(void *context, type t), void *context);

#endif
