// SPDX-License-Identifier: MIT
// What a search over the pairs of a simulation says, in words.

#ifndef VERIFY_SIMULATION_TEXT_H
#define VERIFY_SIMULATION_TEXT_H

#include "verify/job.h"

// If it is a simulation that fails, as a simulation: a step that is not matched, or a relation
// that does not hold. False: something else is wrong, or it is no simulation.
bool simulation_says(job *j, const search *q);
const char *simulation_praise(const job *j);

#endif
