// SPDX-License-Identifier: MIT
// Which scenarios are gone through: given ones, one of a shape, all up to a size, or
// size after size:
//
//     scenarios_init(&all, …);
//     do
//         for (uint32_t i = 0; i < all.count; i++)
//             scenarios_get(&all, i, &e);
//     while (scenarios_next_size(&all, limits));

#ifndef EXPLORE_SCENARIO_SOURCE_H
#define EXPLORE_SCENARIO_SOURCE_H

#include "harness/scenarios/scenario_enumerate.h"
#include "harness/scenarios/scenario_sizes.h"

typedef struct scenarios_options {
    const char *scenario; // this one, whatever else is asked for, or
    const char *calls;    // one of this shape, or
    const char *up_to;    // all up to this shape; all NULL: the object's own, or size after size
    double budget;        // size after size, whether or not the object has its own; 0: not said
    uint64_t values;      // of sizes: how many of a range of integers; 0: the usual number
    bool well_formed;     // of sizes: only these
} scenarios_options;

typedef struct scenarios {
    const subject *subject;
    uint32_t count;
    scenario *given;  // or
    enumeration *all; // these, made when they are asked for
    scenario *made;
    // Size after size: see scenario_sizes.h.
    bool sweep;
    scenarios_options how;
    uint32_t size;                     // the one whose scenarios these are
    scenario_shape smaller[SIZES_MAX]; // as many as `size`
} scenarios;

bool scenarios_init(scenarios *s, const subject *its, const scenarios_options *o, error *e);
void scenarios_fini(scenarios *s);
// False: there is no larger size, or it has too many scenarios, or a limit was reached
// while they were listed.
bool scenarios_next_size(scenarios *s, limits *l);
// Valid until the next one is asked for; NULL with an error.
const scenario *scenarios_get(scenarios *s, uint32_t i, error *e);

#endif
