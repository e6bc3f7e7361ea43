// SPDX-License-Identifier: MIT
// From the tree of a method to its instructions.

#ifndef MODEL_LOWER_H
#define MODEL_LOWER_H

#include "model/steps/program.h"

void lower_method(program *p, routine *r, const method *f);
void lower_function(program *p, routine *r, const method *f);
// Initialisers in order, then the init block, all in one step: into p->init.
void lower_init(program *p);

#endif
