// SPDX-License-Identifier: MIT
// What a page of a verdict draws besides the counterexample: how the search came along, and the
// graph of states of a small model. Only where a page is asked for.

#ifndef VERIFY_VERDICT_PLOTS_H
#define VERIFY_VERDICT_PLOTS_H

#include "verify/job.h"

// Of a search, or of walks, that is over.
void job_add_series(job *j, const search *q);
// The graph, if there is time for it; with the states that the trace goes through.
void job_add_graph(job *j);

#endif
