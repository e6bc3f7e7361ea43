// SPDX-License-Identifier: MIT
// Faults of a schedule happen to a fleet.

#ifndef RUN_FAULT_APPLY_H
#define RUN_FAULT_APPLY_H

#include "run/processes/fleet.h"

// At random what cannot be done (to kill one that is down) is left out; in a schedule of the user's it is
// an error.
bool fault_apply(fleet *f, const fault *it, const char *file, error *e);

#endif
