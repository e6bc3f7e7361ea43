// SPDX-License-Identifier: MIT
// What goes along with a step, or with a call: everything up to the next instruction
// that begins a step.

#ifndef MODEL_INVISIBLE_ACCESS_H
#define MODEL_INVISIBLE_ACCESS_H

#include "model/steps/program.h"

// From instruction `from` on: is anything read or written that other threads can see?
// Then it matters when that happens.
bool invisible_access_shares(const program *p, const routine *r, uint32_t from);

#endif
