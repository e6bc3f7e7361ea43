// SPDX-License-Identifier: MIT
// Why an operation of a spec block with synchronisations cannot have taken effect, in
// words: whom it could have met, and that they are not there.

#ifndef MODEL_SPEC_WHY_H
#define MODEL_SPEC_WHY_H

#include "model/syntax/ast.h"

#include <linchpin/spec.h>

void spec_why(const unit *u, const lp_why *w);

#endif
