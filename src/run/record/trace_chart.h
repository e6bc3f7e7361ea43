// SPDX-License-Identifier: MIT
// Of a violation, who sent what to whom: the operations of the counterexample are found in the traces
// of the processes (net/step_trace.h), and what they sent and received becomes a message sequence chart.

#ifndef RUN_TRACE_CHART_H
#define RUN_TRACE_CHART_H

#include "run/processes/fleet.h"

#include <linchpin/judge.h>

typedef struct chart_sources {
    const fleet *fleet;
    const char *traces;  // the folder
    const char *history; // the file that was judged: line numbers of the counterexample are its
    uint64_t sessions;   // of each client
} chart_sources;

// Adds v->chart. Traces that cannot be read, or lack what is wanted, make it less.
void trace_chart(const chart_sources *s, lp_verdict *v);
// The same of the last steps of one process, where one of them has gone wrong.
void trace_chart_last(const chart_sources *s, const member *by, lp_verdict *v);

#endif
