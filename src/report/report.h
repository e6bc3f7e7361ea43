// SPDX-License-Identifier: MIT
// Verdicts for people: the outcome in one line, the history as lanes per
// process with a bar per operation, the trace in a column per thread, the
// reason, and the command that shows it again.

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/text.h"

#include <linchpin/judge.h>

typedef struct report_style {
    bool color;
    bool ascii; // no box-drawing characters
    int width;  // columns; 0: 100
} report_style;

void report_verdict(const lp_verdict *v, const report_style *style, text *out);
// The same in one line, for one of many.
void report_line(const lp_verdict *v, const report_style *style, text *out);
// Only the drawing. `culprit` is marked; LP_NO_EVENT marks none.
void report_history(const lp_history *h, uint32_t culprit, const report_style *style, text *out);

#endif
