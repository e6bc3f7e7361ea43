// SPDX-License-Identifier: MIT
// Specs for tests only: between them they use every feature of the interface
// that no built-in uses. They are also examples of specs written in C.

#ifndef TESTS_TEST_SPECS_H
#define TESTS_TEST_SPECS_H

#include <linchpin/spec.h>

extern const lp_spec test_spec_bag;        // nondeterministic: take gives any value
extern const lp_spec test_spec_coin;       // nondeterministic from the start: two initial states
extern const lp_spec test_spec_mutex;      // looks at the process; some calls are not allowed
extern const lp_spec test_spec_map;        // split by key
extern const lp_spec test_spec_oracle;     // needs the result: any integer may be drawn, once
extern const lp_spec test_spec_rendezvous; // synchronisations of two, three and one
extern const lp_spec *const test_specs[];  // all of them, NULL-terminated

#endif
