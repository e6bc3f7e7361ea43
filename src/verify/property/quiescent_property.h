// SPDX-License-Identifier: MIT
// Quiescent consistency on the fly.
//
// A busy time begins with a call while nothing is open, and ends when nothing is open again.
// The condition asks that operations of an earlier busy time come before those of a later one,
// and no more: within a busy time only the multiset of operations counts. So a busy time may be
// taken for one in which all calls came first and all returns last. Of such a history quiescent
// consistency and linearizability ask the same, and what the monitor of linearizability is left
// with when nothing is open is a set of states of the spec, whatever came before.
//
// The observer's state is the monitor's at the last quiet moment, the calls that are open and
// the operations that have returned since, sorted. When the last one returns the monitor is
// told of all of them. There are finitely many such states as long as busy times are short,
// however many of them there are; a busy time that goes on needs a bound on operations. No
// abstraction could do without: for a spec that allows (ab)* a busy time may have any a and b,
// as many of one as of the other.
//
// What is open may still explain what has returned, so only quiet moments are judged. A history
// that is wrong at one stays wrong. A call that is made later, with its first step, or a return
// that is made sooner, with its last, may part a busy time and joins none: both may be folded.
//
// It is not for specs that split by key, whose keys have quiet moments of their own:
// complete_property.h has those.

#ifndef VERIFY_QUIESCENT_PROPERTY_H
#define VERIFY_QUIESCENT_PROPERTY_H

#include "base/io/limits.h"
#include "verify/property/property.h"

#include <linchpin/spec.h>

typedef struct quiescent_options {
    const lp_spec *spec;
    const uint32_t *methods; // the spec's number of each of the object's methods
    const instance *v;       // for a complaint
    bool bounded;            // only so many operations are ever called
    limits *limits;
} quiescent_options;

property quiescent_property(const quiescent_options *o, const transition_system *s);

#endif
