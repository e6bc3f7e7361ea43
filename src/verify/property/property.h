// SPDX-License-Identifier: MIT
// What watches a search, by what is claimed: the monitor, points, orders, or the
// object run alone.

#ifndef VERIFY_PROPERTY_H
#define VERIFY_PROPERTY_H

#include "judge/monitor/monitor.h"
#include "verify/search/level_search.h"

#include <linchpin/spec.h>

typedef struct property property;

typedef struct property_options {
    claim claim;
    bool points;                  // operations take effect at their marks
    const lp_spec *spec;          // NULL: nothing is compared, or the object with itself
    const uint32_t *spec_methods; // of each of the object's methods
    limits *limits;
} property_options;

property *property_new(const property_options *o, const transition_system *s);
void property_free(property *w);
observer property_observer(property *w);
bool property_marks(const property *w);     // it looks at marks
uint32_t property_count(const property *w); // its states; 0: it has none
// Why it had to stop; NULL: it did not.
const char *property_trouble(const property *w);
// What it compares with failed: then there is no verdict. True with the error.
bool property_failed(const property *w, error *e);
problem property_lacks(const property *w); // as self_spec_lacks

// May all open operations wait for ever, with the monitor in this state?
bool property_rests(property *w, uint32_t observed);

const char *claim_name(claim c); // as `check` knows it; NULL: none

#endif
