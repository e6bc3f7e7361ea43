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

// What is known of one thread's operation, and of all of them. Nothing of one thread's depends on another's: an effect
// changes the spec's state and, of others, adds to what each of them might return, by its own call alone.
typedef struct point_open {
    uint32_t call;     // + 1; 0: idle
    uint32_t taken;    // the result's number; 0: has not taken effect
    uint64_t possible; // of one that has not: results, a bit each
} point_open;

typedef struct point_state {
    uint64_t state;
    point_open open[MODEL_MAX_THREADS];
} point_state;

// `methods`: the spec's number of each of the object's methods.
points *points_new(const lp_spec *spec, const uint32_t *methods, const transition_system *s);
property points_property(points *p);            // which it belongs to from now on
void points_free(points *p);                    // if it belongs to none
void points_start(points *p, point_state *out); // nothing is open
// What a move makes of it. False: it is not right, or there is trouble.
bool points_move(points *p, point_state *v, const move *m);
const char *points_trouble(const points *p);                  // NULL: there is none
lp_value points_result(const points *p, const point_open *o); // of one that has taken effect
const void *points_state(const points *p, uint32_t number);   // the spec's, as bytes

#endif
