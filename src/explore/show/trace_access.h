// SPDX-License-Identifier: MIT
// How a step of the trace uses memory, as data: what the text of the step says, for programs.

#ifndef EXPLORE_TRACE_ACCESS_H
#define EXPLORE_TRACE_ACCESS_H

#include "explore/show/trace_records.h"

// The step is about to be made. `place`: what it works on, as its text has it.
void access_begin(trace_record *r, const char *place);
// What an atomic read-modify-write found, and what it wrote; NULL: it did not.
void access_update(trace_record *r, bool cas, const void *old, const void *new);
void access_done(trace_record *r); // a write has happened
void access_failed(trace_record *r);
void access_free(trace_record *r);

#endif
