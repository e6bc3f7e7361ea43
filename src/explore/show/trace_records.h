// SPDX-License-Identifier: MIT
// The steps of the execution that is traced: execution_trace.c writes them down, trace_told.c adds
// what becomes known of the last one, trace_lookup.c reads them.

#ifndef EXPLORE_TRACE_RECORDS_H
#define EXPLORE_TRACE_RECORDS_H

#include "base/text.h"
#include "explore/runtime/call_chain.h"
#include "explore/runtime/runtime.h"
#include "explore/show/source_lines.h"

#include <errno.h>

typedef struct trace_record {
    const fiber *fiber;
    pending step;
    source_stack *stack; // of the last record only: it is large
    const void **pcs;    // the return addresses, from which it can be had again
    uint32_t pc_count;
    text what;
    size_t told; // so much of it comes before the answer to a choice
    bool open;   // a write whose value is not known yet
    bool early;  // of an operation whose call was not noted yet
    bool has_access;
    lp_step_access access;
    uint32_t number; // among the steps in the order in which they were made
    uint32_t events; // of the history, so many with this one; 0: it is none
} trace_record;

extern trace_record *trace_records;
extern uint32_t trace_count;
extern chain trace_arrived[FIBERS_MAX]; // where each thread has come to

// How large an object is that a thread sleeps on: by earlier steps on it.
uint32_t trace_size_before(const fiber *f, const void *address);
void trace_record_close(trace_record *r); // nothing more will be said of this step
trace_record *trace_last(const fiber *f); // the step that the thread made last; NULL: none
// The step that what the thread does now is part of; NO_STEP: it has returned since, or its operation has
// begun, so that is of the step to come.
uint32_t trace_step_of(const fiber *f);
// " (acquire)"; the strongest, which is what one gets without asking, is not told.
void trace_print_order(uint64_t order, text *out);
bool trace_may_read(const void *address, size_t size);

// We are on the user's thread: its errno is not ours.
static inline void restore_errno(const int *kept)
{
    errno = *kept;
}
#define KEEP_ERRNO __attribute__((cleanup(restore_errno), unused)) const int kept_errno = errno

#endif
