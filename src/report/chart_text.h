// SPDX-License-Identifier: MIT
// A message sequence chart: one lane per component, one row per event.

#ifndef REPORT_CHART_TEXT_H
#define REPORT_CHART_TEXT_H

#include "report/report.h"

// After an empty line; nothing, if the lanes do not fit beside each other.
void report_chart(const lp_chart *c, const report_style *style, text *out);

#endif
