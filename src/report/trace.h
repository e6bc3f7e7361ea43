// SPDX-License-Identifier: MIT
// The steps of a counterexample, one column per thread.

#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "report/report.h"

void report_trace(const lp_verdict *v, const report_style *style, text *out);

#endif
