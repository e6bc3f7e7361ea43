// SPDX-License-Identifier: MIT
// Which scenarios are gone through: given ones, one of a shape, or all up to a
// size.

#ifndef EXPLORE_SCENARIOS_H
#define EXPLORE_SCENARIOS_H

#include "harness/enumerate.h"

typedef struct scenarios_options {
    const char *scenario; // this one, whatever else is asked for, or
    const char *calls;    // one of this shape, or
    const char *up_to;    // all up to this shape; all NULL: the object's own, or a usual one
    uint64_t values;      // with up_to: how many of a range of integers; 0: the usual number
    bool well_formed;     // with up_to: only these
} scenarios_options;

typedef struct scenarios {
    const subject *subject;
    uint32_t count;
    scenario *given;  // or
    enumeration *all; // these, made when they are asked for
    scenario *made;
} scenarios;

bool scenarios_init(scenarios *s, const subject *its, const scenarios_options *o, error *e);
void scenarios_fini(scenarios *s);
// Valid until the next one is asked for; NULL with an error.
const scenario *scenarios_get(scenarios *s, uint32_t i, error *e);

#endif
