// SPDX-License-Identifier: MIT
// The steps of a counterexample, one column per thread.

#ifndef REPORT_STEP_COLUMNS_H
#define REPORT_STEP_COLUMNS_H

#include "report/report.h"

void report_trace(const lp_verdict *v, const report_style *style, text *out);

#endif
