// SPDX-License-Identifier: MIT
// A run that was found in a quotient of A becomes one of A itself: the same trace, with the same end.

#ifndef VERIFY_LIFTED_RUN_H
#define VERIFY_LIFTED_RUN_H

#include "verify/compare/refinement_check.h"

// `c` has what was found of `smaller`, in place of which c->a is searched. False: there is no such run,
// which cannot be; or a step failed.
bool lifted_run(refinement_check *c, step_graph *smaller, refinement_end end);

#endif
