// SPDX-License-Identifier: MIT
// Runs of one thread, written as text:
//
//     enq(1) enq(2) 1:deq()=1
//
// Arguments and results are JSON without blanks; no result is "done"; "1:" is
// the process, 0 where there is none.

#ifndef TESTS_SEQUENTIAL_H
#define TESTS_SEQUENTIAL_H

#include "base/text.h"

#include <linchpin/spec.h>

// Is the run allowed? If not, `why` gets the words for the call that is not, in
// each state possible then (separated by " / "), and *failed its number.
bool sequential_run(const lp_spec *spec, const char *run, text *why, uint32_t *failed);

#endif
