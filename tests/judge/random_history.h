// SPDX-License-Identifier: MIT
// Random small histories for differential tests: half of them really came from
// the spec (then some result is changed in some), so that both verdicts are
// frequent and violations are subtle.

#ifndef TESTS_RANDOM_HISTORY_H
#define TESTS_RANDOM_HISTORY_H

#include "base/random.h"
#include "judge/judge.h"

typedef struct random_shape {
    uint32_t processes; // at most
    uint32_t ops;       // at most
    int64_t values;     // arguments are 1 … values,
    bool signs;         // some of them negative: of methods with one
    uint32_t pending_percent, change_percent;
} random_shape;

// methods[i] gets the spec's method of operation i. The caller frees both.
lp_history *random_history(rng *r, lp_pool *pool, const lp_spec *spec, const random_shape *shape,
                           uint32_t **methods);

#endif
