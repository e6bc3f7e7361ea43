// SPDX-License-Identifier: MIT
// Which property a claim about histories is.

#ifndef VERIFY_CLAIMS_H
#define VERIFY_CLAIMS_H

#include "base/io/limits.h"
#include "judge/judge.h"
#include "verify/property/property.h"

#include <linchpin/spec.h>

// How a relaxed condition, or quiescent, is observed: planned for its spec.
typedef enum condition_way {
    CONDITION_MONITORED, // linearizability for the plan's spec: prefix-closed, by the monitor
    CONDITION_QUIET,     // between quiet moments
    CONDITION_COMPLETE,  // of complete histories, as a whole: operations must be bounded
} condition_way;
condition_way condition_way_of(const judge_plan *p);

typedef struct claim_options {
    claim claim;
    bool points;                  // operations take effect at their marks
    const lp_spec *spec;          // NULL: nothing is compared, or the object with itself
    const uint32_t *spec_methods; // of each of the object's methods
    const judge *condition;       // of CLAIM_CONDITION, and
    const judge_plan *plan;       // how it is judged for the spec
    const instance *v;            // likewise
    uint32_t calls;               // of the scenario, in all; 0: there is none
    bool bounded;                 // only so many operations are ever called
    limits *limits;
} claim_options;

property claim_property(const claim_options *o, const transition_system *s);
// As `check` knows it; NULL: none, or one that has a name of its own.
const char *claim_name(claim c);

#endif
