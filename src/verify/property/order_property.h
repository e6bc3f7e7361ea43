// SPDX-License-Identifier: MIT
// Conditions that do not look at real time, on the fly: the observer's state is what
// each thread has done so far, in its order (`sequential`) or in any (`serializable`), and
// what is open. For `serializable` it does not count who did what, unless the spec looks at
// the thread. Whenever nothing is open the judge is asked,
// once for each such state. What is done only grows, so the number of operations
// must be bounded.

#ifndef VERIFY_ORDER_PROPERTY_H
#define VERIFY_ORDER_PROPERTY_H

#include "judge/judge.h"
#include "verify/property/property.h"

// `in_order`: the order of each thread's operations counts.
property orders_property(const judge *condition, bool in_order, const lp_spec *spec,
                         const transition_system *s, limits *l);

#endif
