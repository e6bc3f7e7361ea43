// SPDX-License-Identifier: MIT
// What becomes of a model that a test has written down, or made up.

#ifndef TESTS_VERIFY_WRITTEN_H
#define TESTS_VERIFY_WRITTEN_H

#include "verify/verify.h"

#include <stdio.h>

// A message of cmocka is cut where a model is not.
#define FAIL(written, ...)                                                                         \
    do {                                                                                           \
        fputs(written, stderr);                                                                    \
        fail_msg(__VA_ARGS__);                                                                     \
    } while (0)

// The model; the test fails if it cannot be read.
model *written_model(const char *written);
// Of its first instance; the test fails if that is an error. `states`: how many, or NULL.
lp_outcome written_outcome(const char *written, uint32_t reductions, double *states);
// The same, and what was reached, in words; empty if it does not hold.
lp_outcome written_coverage(const char *written, uint32_t reductions, text *coverage);
lp_outcome written_measured(const char *written, uint32_t reductions, double *states,
                            text *coverage);
// The same, and what is least or greatest: "least x + y = 3", a line each.
lp_outcome written_extremes(const char *written, uint32_t reductions, double *states, text *out);

#endif
