// SPDX-License-Identifier: MIT
// What linchpin/explanation.h has in a verdict: filled in, taken back, and as JSON.

#ifndef JUDGE_EXPLANATION_EVIDENCE_H
#define JUDGE_EXPLANATION_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

// Valid until the next one is added.
lp_other_condition *explanation_add_other(lp_verdict *v, const char *condition, lp_outcome o);
void explanation_free(lp_explanation *x);
void explanation_clear(lp_verdict *v);

// The members "possible", "states", "partials" and "conditions".
void explanation_write(json_writer *w, const lp_verdict *v);
// The value of the member `key`. *known: it is one of these. False: it is not as it was written.
bool explanation_read(json *j, const char *key, lp_verdict *v, bool *known);
// Of what was read: does it speak of operations of the history only?
bool explanation_fits(const lp_verdict *v);

// Arrays of arrays of operations, as every order is written.
void effects_write(json_writer *w, const lp_effect *effects, uint32_t count);
bool effects_read(json *j, lp_effect **effects, uint32_t *count);

#endif
