// SPDX-License-Identifier: MIT
// A spec as an object: one outcome of each call, the same one wherever it is asked for.
//
// A spec may allow several outcomes. The first one that changes the state is taken, else the first:
// what may be done is done, so that a try_deq of a queue that is not empty does not always give up.

#ifndef SPEC_OUTCOME_H
#define SPEC_OUTCOME_H

#include <linchpin/spec.h>

typedef struct spec_outcome {
    bool any; // false: the call is not allowed in this state, and the rest says nothing
    bool changes;
    lp_value result;
    char *state; // the next one
    size_t size, capacity;
} spec_outcome;

// Each outcome replaces the one before; {0} is none.
void spec_outcome_initial(const lp_spec *spec, lp_pool *pool, spec_outcome *out);
// `state` is not that of `out`.
void spec_outcome_of(const lp_spec *spec, lp_pool *pool, const void *state, size_t size,
                     uint32_t method, lp_value arg, spec_outcome *out);
void spec_outcome_fini(spec_outcome *out);

#endif
