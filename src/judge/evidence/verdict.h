// SPDX-License-Identifier: MIT
// Filling verdicts in, and their JSON form, which is both what `--json` prints
// and how a runner process tells its result to the command line.

#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/judge.h>

// What a verdict on a history without operations covers: it holds, as everything does.
#define VERDICT_NOTHING "nothing: there is no operation to judge"

const char *outcome_name(lp_outcome o); // "holds", "violated", "error", "unknown"
void verdict_set(char **field, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verdict_copy(char **field, const char *from); // as it is; NULL stays NULL
void verdict_figure(lp_verdict *v, const char *name, double value);
// Differs from run to run: a time, a rate, or memory. Never among what a reader would compare.
bool figure_measured(const char *name);
double verdict_figure_get(const lp_verdict *v, const char *name, double otherwise);
void verdict_trace(lp_verdict *v, int64_t thread, bool is_switch, const char *where,
                   const char *what);
// A function that the last step was in, after those inside it; both may be NULL.
void verdict_trace_frame(lp_verdict *v, const char *where, const char *function);
void verdict_warning(lp_verdict *v, const char *where, const char *what); // of a model
// Sets outcome and reason together.
void verdict_decide(lp_verdict *v, lp_outcome o, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Violated, but not the condition: a crash, a deadlock, a use after free. The
// condition is cleared, so that nobody reads "not linearizable".
void verdict_break(lp_verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

// One line, one object; schema in docs/json.md.
void verdict_write_json(const lp_verdict *v, text *out);
// The history's values go into `pool`.
bool verdict_read_json(const char *bytes, size_t length, lp_pool *pool, lp_verdict *v, error *e);

#endif
