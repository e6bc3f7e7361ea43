// SPDX-License-Identifier: MIT
// What is said of random walks: their figures, what they have covered, and that they prove nothing.

#ifndef VERIFY_WALK_VERDICT_H
#define VERIFY_WALK_VERDICT_H

#include "verify/job.h"

void walks_figures(job *j, const search *q);
void walks_cover(job *j);
// After walks that found nothing wrong.
void walks_decide(job *j);
void walks_extremes(job *j); // what is least or greatest so far

#endif
