// SPDX-License-Identifier: MIT
// What the steps of a trace do to memory (linchpin/steps.h): filled in, taken back, and as JSON.

#ifndef JUDGE_STEP_EVIDENCE_H
#define JUDGE_STEP_EVIDENCE_H

#include "base/io/json.h"
#include "base/io/json_write.h"

#include <linchpin/judge.h>

enum {
    ACCESS_KINDS = LP_ACCESS_FREE + 1,
    MEMORY_ORDERS = LP_ORDER_SEQ_CST + 1,
    BOX_KINDS = LP_BOX_SPECIFICATION + 1,
};

// Strings are copied. Of the last step of the trace; a second access takes the first one's place.
void verdict_events(lp_verdict *v, uint32_t events);   // of the history, when it is done
void verdict_happened(lp_verdict *v, uint32_t events); // of the whole run
void verdict_access(lp_verdict *v, const lp_step_access *a);
void verdict_change(lp_verdict *v, const lp_cell_change *c);
// A box, whose number is given; a cell that is there before the first step.
uint32_t verdict_box(lp_verdict *v, const char *name, lp_box_kind kind, const char *type);
void verdict_cell(lp_verdict *v, const lp_memory_cell *c);

void step_clear(lp_trace_step *s); // its access and changes
void memory_clear(lp_verdict *v);  // those of all steps, too

// The members "events", "happened", "access" and "changes" of a step.
void step_evidence_write(json_writer *w, const lp_trace_step *s);
// The value of the member `key`. *known: it is one of these. False: it is not as it was written.
bool step_evidence_read(json *j, const char *key, lp_trace_step *s, bool *known);
void memory_write(json_writer *w, const lp_verdict *v);
bool memory_read(json *j, lp_verdict *v); // the value of the member "memory"
// Of what was read: do changes and cells speak of boxes that there are, and events of the history?
bool memory_fits(const lp_verdict *v);

#endif
