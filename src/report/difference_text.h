// SPDX-License-Identifier: MIT
// In words what is different since the run before: one line that is a verdict by itself, and
// indented under it the first operation or step that differs and the figures that changed.

#ifndef REPORT_DIFFERENCE_TEXT_H
#define REPORT_DIFFERENCE_TEXT_H

#include "judge/evidence/verdict_difference.h"
#include "report/report.h"

// `named`: begins with what the verdict is about, where there are several.
void report_difference(const verdict_difference *d, bool named, const report_style *style,
                       text *out);
// "✗ not linearizable", without the reason.
void report_outcome(const lp_verdict *v, const report_style *style, text *out);

#endif
