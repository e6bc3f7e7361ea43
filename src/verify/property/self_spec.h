// SPDX-License-Identifier: MIT
// The object as its own spec: its methods one after the other, each from call to
// return without anybody in between. Commit-atomicity (Flanagan, "Verifying
// commit-atomicity using model-checking", 2004) compares with it: run in the order of
// their marks, the operations give the same results, and when nobody is at work the
// same state.

#ifndef VERIFY_SELF_SPEC_H
#define VERIFY_SELF_SPEC_H

#include "verify/system/transition_system.h"

#include <linchpin/spec.h>

typedef struct self_spec self_spec;

self_spec *self_spec_new(const transition_system *s);
void self_spec_free(self_spec *b);
const lp_spec *self_spec_get(const self_spec *b);
// A step went wrong when run alone: then no verdict may be given. True with the error.
bool self_spec_failed(const self_spec *b, error *e);
// It had too few nodes, or too little room in a collection: it may not fail with more.
problem self_spec_lacks(const self_spec *b);
// Is this normalised state, in which nobody is at work, the given state of the spec?
bool self_spec_is(const self_spec *b, const void *state, const int32_t *cells);

#endif
