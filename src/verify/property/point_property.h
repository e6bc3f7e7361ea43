// SPDX-License-Identifier: MIT
// Linearizability with given points (PAT Theorem 2, SPIN 4.3 and 4.4): an
// operation takes effect where the model says @lin, once. One that returns without
// having come to a mark must be a mere look: somewhere between its call and its
// return the spec must have been in a state in which its result is right and
// nothing changes. So non-fixed points of such operations need no ghost variables:
// for each open operation we keep the results that were possible since its call.
//
// If this check succeeds, the object is linearizable. If it fails, either the
// object is not, or the marks are wrong: the history alone decides.

#ifndef VERIFY_POINT_PROPERTY_H
#define VERIFY_POINT_PROPERTY_H

#include "verify/property/property.h"

#include <linchpin/spec.h>

typedef struct points points;

// `methods`: the spec's number of each of the object's methods.
points *points_new(const lp_spec *spec, const uint32_t *methods, const transition_system *s);
property points_property(points *p);                        // which it belongs to from now on
const void *points_state(const points *p, uint32_t number); // the spec's, as bytes

#endif
