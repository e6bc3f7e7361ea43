// SPDX-License-Identifier: MIT
// Scenarios made up for an object: random ones, and one to start with.
//
// Generated scenarios keep to the roles of the methods. Calls on the main thread
// have no others beside them, so there any role may be played; a lock taken is
// released in the same part. A thread that may call nothing is left out.

#ifndef HARNESS_SCENARIO_GENERATE_H
#define HARNESS_SCENARIO_GENERATE_H

#include "base/random.h"
#include "harness/test_object.h"

// How many calls a thread needs at least, for some thread to have something to call: of an
// object that is only locked and unlocked, two.
uint32_t generate_least_calls(const subject *s);

// A random scenario of this shape. False when the object has arguments that
// nothing says how to choose, or no method that any thread may call.
bool generate_scenario(const subject *s, const scenario_shape *shape, rng *r, scenario *out,
                       error *e);

// The same scenario each time: every thread goes through the methods in the
// order in which the object lists them, with small arguments.
//     enq(1) deq | enq(2) deq
bool generate_default(const subject *s, const scenario_shape *shape, scenario *out, error *e);

#endif
