// SPDX-License-Identifier: MIT
// Well-formed scenarios: what is taken out was put in before (Round-Up, V-D). An
// object says which of its methods put something in and which take something out.

#ifndef HARNESS_WELL_FORMED_H
#define HARNESS_WELL_FORMED_H

#include "harness/test_object.h"

// Does the object say it?
bool well_formed_known(const subject *s, error *e);
// As many calls take as put, and if those that take wait until there is something,
// in no order does one wait for ever.
bool scenario_well_formed(const subject *s, const scenario *sc);

#endif
