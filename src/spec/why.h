// SPDX-License-Identifier: MIT
// Evidence in words: why a spec does not allow a step.
//
//     deq() → 3 is impossible: 1 and 2 were enqueued before 3 and are still in the queue

#ifndef SPEC_WHY_H
#define SPEC_WHY_H

#include "base/text.h"

#include <linchpin/spec.h>

// The clause after the colon, for a call that returned `result` and cannot have
// in this state. The spec's own words; else what it could have returned.
void spec_print_why(const lp_spec *spec, lp_pool *pool, const void *state, size_t size,
                    const lp_call *call, lp_value result, text *out);

// For the built-ins. Something was taken out of a container, or looked at: it is
// empty, it is not, or this value is not in it. False: it is none of these, and
// *at is where the value is.
bool why_not_there(const lp_why *w, const char *container, const lp_value *values, size_t count,
                   size_t *at);

#endif
