// SPDX-License-Identifier: MIT
// Failures and divergences asked again of the interpreter, by simple code that keeps lists of states
// and nothing else: for counterexamples, before they are shown.

#ifndef VERIFY_FAILURE_RECHECK_H
#define VERIFY_FAILURE_RECHECK_H

#include "base/io/limits.h"
#include "base/text.h"
#include "verify/compare/visible_labels.h"

typedef struct failure_recheck {
    const transition_system *system;
    move_labels *seen;
    const uint32_t *trace; // labels
    uint32_t length;
    limits *limits;
} failure_recheck;

// What the system may be asked to show after the trace.
typedef struct failure_claim {
    bool divergences; // where it diverges, before or after, it may do anything
    const uint32_t
        *offered; // NULL: is it sure that it does not diverge? Else: is it sure that it is
    uint32_t offered_count; // in no stable state that offers only these?
} failure_claim;

// True: it is. Then `instead`, if there is one, is what its stable states offer. Where a limit is
// reached or a step fails, false.
bool failure_is_lacking(const failure_recheck *t, const failure_claim *c, text *instead);

// Does it have the trace? False also where a limit is reached.
bool trace_is_had(const failure_recheck *t);

// What one state offers, each label once. False: it is not stable, or fails.
bool state_offers(const failure_recheck *t, const int32_t *cells, uint32_t **labels,
                  uint32_t *count);

#endif
