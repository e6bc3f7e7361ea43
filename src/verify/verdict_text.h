// SPDX-License-Identifier: MIT
// What a search has shown, in words.

#ifndef VERIFY_VERDICT_TEXT_H
#define VERIFY_VERDICT_TEXT_H

#include "verify/job.h"

void describe_cover(job *j);
// Of a search that found nothing wrong: what was asked, all of it; of end states, see ends_news.
void describe_success(const job *j, const char *ends);
// Of a history that is not allowed: what no order explains, which ends with the operation `op`.
void describe_unexplained(const job *j, const char *op, text *out);
// If it is a simulation that fails, as a simulation: a step that is not matched, or a relation
// that does not hold. False: something else is wrong, or it is no simulation.
bool simulation_says(job *j, const search *q);
// The same of what never decreases.
bool step_claim_says(job *j, const search *q);
// A collection has no room for what a step would put there.
void describe_full(job *j, const search *q);
// Is something said of the steps of what is verified, or of its components?
bool claims_steps(const job *j);

#endif
