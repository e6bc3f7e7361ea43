// SPDX-License-Identifier: MIT
// Conditions that are judged of a history as a whole, on the fly: those that are not
// prefix-closed and have no monitor, such as quasi-literal.
//
// The observer's state is the history itself, as far as such a condition can see it. That is
// which operation (method, argument, result) returned before which other one was called, and
// nothing else: calls side by side commute, and so do returns. A history is therefore kept as
// runs of calls, each with the run of returns that follows it, and an operation as the two runs
// in which it was called and returned. Its place in a run is not kept, nor is its thread once
// it has returned, unless the spec looks at it. Two histories with the same runs have the same
// order "a before b" up to the names of operations, and the other way round, since neighbouring
// runs of calls have different operations before them: nothing less would do for every
// condition.
//
// The judge of `check` is asked once for each complete history: one in which nothing is open.
// Clients may stop at any time, so each of them counts; of a scenario, in which they may not,
// the one in which all calls have returned. What is open may still get any result, and of such
// a history `check` would only say that it is not known; so it is not judged.
//
// A call that is made later, with its first step, or a return that is made sooner, with its
// last, gives a history of the same operations in which more is before something: whoever
// explains it explains the other. So both may be folded. Threads may change places, and values
// be renamed where the spec does not tell them apart.
//
// Histories only grow, so the number of operations must be bounded.

#ifndef VERIFY_COMPLETE_PROPERTY_H
#define VERIFY_COMPLETE_PROPERTY_H

#include "judge/judge.h"
#include "verify/property/property.h"

typedef struct complete_options {
    const judge *condition;
    const lp_spec *spec;
    uint32_t calls; // of the scenario, in all; 0: there is none
    limits *limits;
} complete_options;

property complete_property(const complete_options *o, const transition_system *s);

#endif
