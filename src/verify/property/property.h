// SPDX-License-Identifier: MIT
// What watches a search, by what is claimed: the monitor, points, orders, or the
// object run alone.

#ifndef VERIFY_PROPERTY_H
#define VERIFY_PROPERTY_H

#include "judge/monitor/monitor.h"
#include "verify/search/level_search.h"

#include <linchpin/spec.h>

typedef struct watch watch;

typedef struct watch_options {
    claim claim;
    bool points;                  // operations take effect at their marks
    const lp_spec *spec;          // NULL: nothing is compared, or the object with itself
    const uint32_t *spec_methods; // of each of the object's methods
    limits *limits;
} watch_options;

watch *watch_new(const watch_options *o, const space *s);
void watch_free(watch *w);
observer watch_observer(watch *w);
bool watch_marks(const watch *w);     // it looks at marks
uint32_t watch_count(const watch *w); // its states; 0: it has none
// Why it had to stop; NULL: it did not.
const char *watch_trouble(const watch *w);
// What it compares with failed: then there is no verdict. True with the error.
bool watch_failed(const watch *w, error *e);
problem watch_lacks(const watch *w); // as self_spec_lacks

// May all open operations wait for ever, with the monitor in this state?
bool watch_rests(watch *w, uint32_t observed);

const char *claim_name(claim c); // as `check` knows it; NULL: none

#endif
