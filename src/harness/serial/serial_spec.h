// SPDX-License-Identifier: MIT
// The spec that an object gives itself: what it does when its operations come
// one after the other. (Phase 1 of Round-Up, and of Line-Up before it; there all
// serial runs of a scenario are made first, here only those that are asked for.)
//
// A state is the sequence of operations so far. A step makes a fresh object, does
// that sequence and the call, and looks what it returns. Every sequence is run
// once. Sequences that lead to the same are not known to: so the spec is for
// scenarios, not for long histories.
//
// A call that never returns in a serial run (an empty queue that waits) is not
// allowed in that state, as in any spec. One that may only be slow, that crashes,
// or that does not do the same twice leaves what is asked open: an order that
// was found is still one, but that there is none is not known.

#ifndef HARNESS_SERIAL_SPEC_H
#define HARNESS_SERIAL_SPEC_H

#include "harness/serial/serial_page.h"
#include "judge/judge.h"

// Methods are numbered as the object has them; `args` says how many each takes. Of
// the object, whose declaration must make sense, only names are used here.
const lp_spec *serial_spec_new(const lp_object *o, const uint32_t *args,
                               const serial_source *source);
bool serial_spec_is(const lp_spec *spec);
void serial_spec_free(const lp_spec *spec);

// As judge_history, for any spec; a violation that hangs on something left open
// becomes "unknown", with the serial run in question.
bool serial_judge(const judge *j, lp_history *h, const lp_spec *spec, limits *l, lp_verdict *v,
                  error *e);

#endif
