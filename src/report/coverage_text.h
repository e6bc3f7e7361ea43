// SPDX-License-Identifier: MIT
// What a search of a model reached, and what not.

#ifndef REPORT_COVERAGE_TEXT_H
#define REPORT_COVERAGE_TEXT_H

#include "base/text.h"
#include "report/report.h"

#include <linchpin/judge.h>

// Nothing, where nothing is missing, unless it is asked for.
void report_coverage(const lp_model_coverage *c, const report_style *style, text *out);

#endif
