// SPDX-License-Identifier: MIT
// --fair: what is assumed of the scheduler, instead of what the verify blocks with formulas say.

#ifndef CLI_FAIR_OPTION_H
#define CLI_FAIR_OPTION_H

#include "model/syntax/ast.h"

// False: it is nothing that can be assumed, or there is no formula.
bool fair_option_apply(const char *words, model *m, error *e);

#endif
