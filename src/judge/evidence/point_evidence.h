// SPDX-License-Identifier: MIT
// Linearization points as part of a verdict.

#ifndef JUDGE_POINT_EVIDENCE_H
#define JUDGE_POINT_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

void point_evidence_add(lp_verdict *v,
                        const lp_point *p); // its strings are the verdict's from now on
void point_evidence_clear(lp_verdict *v);
void point_evidence_write(json_writer *w, const lp_verdict *v);
bool point_evidence_read(json *j, lp_verdict *v); // the value of the member

#endif
