// SPDX-License-Identifier: MIT
// The message sequence chart of a verdict (linchpin/chart.h): filled in, taken back, and as JSON.

#ifndef JUDGE_CHART_EVIDENCE_H
#define JUDGE_CHART_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

enum { CHART_KINDS = LP_CHART_PENDING + 1 };

// Strings are copied. The first of both begins the chart.
void chart_component(lp_verdict *v, const char *name);
void chart_event(lp_verdict *v, const lp_chart_event *it);
void chart_clear(lp_verdict *v);

void chart_write(json_writer *w, const lp_verdict *v);
// The value of the member "chart". False: it is not as it was written.
bool chart_read(json *j, lp_verdict *v);

#endif
