// SPDX-License-Identifier: MIT
// What the constants of a file are: evaluated once, when a program has been lowered, so that the
// emitted C need not, and so that their symmetries can be seen.

#ifndef MODEL_CONSTANT_VALUE_H
#define MODEL_CONSTANT_VALUE_H

#include "model/steps/program.h"

// One that cannot be evaluated stays a function, which fails where it is used.
void constants_find(program *p);

#endif
