// SPDX-License-Identifier: MIT
// See spec_outcome.h.

#include "spec/spec_outcome.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct taking {
    lp_step step; // first: what `emit` gets is this
    spec_outcome *out;
} taking;

static void take(lp_step *s, const lp_value *results, const void *next, size_t size)
{
    spec_outcome *out = ((taking *)(void *)s)->out;
    bool changes = size != s->state_size || (size && memcmp(s->state, next, size) != 0);
    if (out->any && (out->changes || !changes))
        return;
    out->any = true;
    out->changes = changes;
    out->result = results ? results[0] : LP_UNIT;
    MEMORY_GROW(out->state, out->capacity, size + 1);
    if (size)
        memcpy(out->state, next, size);
    out->size = size;
}

void spec_outcome_initial(const lp_spec *spec, lp_pool *pool, spec_outcome *out)
{
    taking t = {.step = {.spec = spec, .pool = pool, .emit = take}, .out = out};
    out->any = out->changes = false;
    spec->initial(spec, &t.step);
}

void spec_outcome_of(const lp_spec *spec, lp_pool *pool, const void *state, size_t size,
                     uint32_t method, lp_value arg, spec_outcome *out)
{
    const lp_call call = {.method = method, .arg = arg};
    taking t = {.step = {.spec = spec,
                         .pool = pool,
                         .state = state,
                         .state_size = size,
                         .sync = method,
                         .count = 1,
                         .calls = &call,
                         .emit = take},
                .out = out};
    out->any = out->changes = false;
    spec->step(&t.step);
}

void spec_outcome_fini(spec_outcome *out)
{
    free(out->state);
    *out = (spec_outcome){0};
}
