// SPDX-License-Identifier: MIT
// Steps that change nothing that anybody sees, such as the receipt of a message that can no longer
// change anything: what is claimed of steps is claimed of them, too.

#ifndef VERIFY_STUTTER_CLAIMS_H
#define VERIFY_STUTTER_CLAIMS_H

#include "model/steps/program.h"

// Does every step invariant certainly hold of a step that changes nothing? `x' >= x` and
// `x' == x || x' == x + 1` do, `x' > x` does not. False: it is not known.
bool claims_allow_stuttering(const program *p);

#endif
