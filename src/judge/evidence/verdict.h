// SPDX-License-Identifier: MIT
// Filling verdicts in, and their JSON form, which is both what `--json` prints
// and how a runner process tells its result to the command line.

#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include "base/error.h"
#include "base/io/json_write.h"
#include "base/text.h"

#include <linchpin/judge.h>

// What a verdict on a history without operations covers: it holds, as everything does.
#define VERDICT_NOTHING "nothing: there is no operation to judge"

enum { VIOLATION_COUNT = LP_VIOLATION_DIVERGENCE + 1 };

const char *outcome_name(lp_outcome o); // "holds", "violated", "error", "unknown"
void verdict_set(char **field, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verdict_copy(char **field, const char *from); // as it is; NULL stays NULL
void verdict_figure(lp_verdict *v, lp_figure_id id, double value);
double verdict_figure_get(const lp_verdict *v, lp_figure_id id, double otherwise);
void verdict_trace(lp_verdict *v, int64_t thread, bool is_switch, const char *where,
                   const char *what);
void verdict_trace_call(lp_verdict *v); // the last step begins an operation
// A function that the last step was in, after those inside it; both may be NULL.
void verdict_trace_frame(lp_verdict *v, const char *where, const char *function);
// What it was tried up to; what it takes for granted.
void verdict_limit(lp_verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verdict_assume(lp_verdict *v, const char *what);
void verdict_warning(lp_verdict *v, const char *where, const char *what); // of a model
void verdict_extreme(lp_verdict *v, const lp_extreme *e); // which is the verdict's from now on
// Sets outcome and reason together. Of a violation also its kind is set: verdict_violate.
void verdict_decide(lp_verdict *v, lp_outcome o, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void verdict_violate(lp_verdict *v, lp_violation kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same with the condition cleared, so that nobody reads "not linearizable" where it is a
// crash, a deadlock, a use after free.
void verdict_break(lp_verdict *v, lp_violation kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void verdict_hold(lp_verdict *v); // sets the outcome; the reason stays
// Is it the condition that is violated, rather than anything else?
bool verdict_breaks_condition(const lp_verdict *v);

// A verdict for when nothing may be allocated or called: a constant.
#define VERDICT_LAST_WORD(reason)                                                                  \
    "{\"linchpin\":1,\"verdict\":\"unknown\",\"reason\":\"" reason "\",\"figures\":{}}\n"

// One line, one object; schema in docs/json.md.
void verdict_write_json(const lp_verdict *v, text *out);
// The same with what `more` adds: members that are not the verdict's own.
void verdict_write_json_with(const lp_verdict *v, void (*more)(json_writer *w, void *context),
                             void *context, text *out);
// The history's values go into `pool`.
bool verdict_read_json(const char *bytes, size_t length, lp_pool *pool, lp_verdict *v, error *e);

#endif
