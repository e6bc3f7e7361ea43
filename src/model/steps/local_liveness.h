// SPDX-License-Identifier: MIT
// Which locals of a method may still be read.

#ifndef MODEL_LOCAL_LIVENESS_H
#define MODEL_LOCAL_LIVENESS_H

#include "model/steps/program.h"

// Fills r->live: for each instruction, the locals (a bit each) whose value may
// be read from there on before it is written again.
void liveness_find(routine *r);

#endif
