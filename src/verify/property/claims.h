// SPDX-License-Identifier: MIT
// Which property a claim about histories is.

#ifndef VERIFY_CLAIMS_H
#define VERIFY_CLAIMS_H

#include "base/io/limits.h"
#include "verify/property/property.h"

#include <linchpin/spec.h>

typedef struct claim_options {
    claim claim;
    bool points;                  // operations take effect at their marks
    const lp_spec *spec;          // NULL: nothing is compared, or the object with itself
    const uint32_t *spec_methods; // of each of the object's methods
    limits *limits;
} claim_options;

property claim_property(const claim_options *o, const transition_system *s);
const char *claim_name(claim c); // as `check` knows it; NULL: none

#endif
