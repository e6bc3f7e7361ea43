// SPDX-License-Identifier: MIT
// Is a trace one of a system? Asked again of the interpreter, by simple code that keeps lists of
// states and nothing else: for counterexamples, before they are shown.

#ifndef VERIFY_TRACE_RECHECK_H
#define VERIFY_TRACE_RECHECK_H

#include "base/io/limits.h"
#include "base/text.h"
#include "verify/canonical/heap_order.h"
#include "verify/compare/visible_labels.h"

typedef struct trace_recheck {
    const transition_system *system;
    const visible_labels *labels;
    move_labels *seen;     // of each move of it
    const uint32_t *trace; // labels
    uint32_t length;
    limits *limits;
} trace_recheck;

// Has the system all of the trace but its last label, and not that? `instead`: what it could have done
// there that is seen, each once. Where a limit is reached, false, and limits_reached says so.
bool trace_is_lacking(const trace_recheck *t, text *instead);

#endif
