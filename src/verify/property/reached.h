// SPDX-License-Identifier: MIT
// What a complete search reached, for the verdict. A claim about histories says nothing of
// methods that never return: then there is a warning, and with `strict` an error.

#ifndef VERIFY_REACHED_H
#define VERIFY_REACHED_H

#include "verify/job.h"

// The search was complete: it holds, or something that was to be reachable is not.
void coverage_add(job *j);

#endif
