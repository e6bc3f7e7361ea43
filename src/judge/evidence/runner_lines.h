// SPDX-License-Identifier: MIT
// What a runner process tells the command line, on a descriptor of its own: lines of JSON. Any
// number of {"progress":"…"}, then the verdict. An empty line is a sign of life.

#ifndef JUDGE_RUNNER_LINES_H
#define JUDGE_RUNNER_LINES_H

#include "base/text.h"

#include <linchpin/judge.h>

enum { RUNNER_FD = 3 };

void runner_write_progress(const char *what, text *out);
void runner_write_verdict(const lp_verdict *v, text *out);
// Is the line progress? Then `what` is what it says.
bool runner_read_progress(const char *line, size_t length, text *what);

#endif
