// SPDX-License-Identifier: MIT
// Help for those who write specs: see linchpin/spec.h.

#include "base/error.h"
#include "base/memory.h"
#include "base/value_text.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

lp_value lp_step_arg(const lp_step *s, uint32_t c, uint32_t i)
{
    REQUIRE(c < s->count);
    const lp_call *call = &s->calls[c];
    if (s->spec->methods[call->method].args < 2)
        return i == 0 ? call->arg : LP_NIL;
    size_t count;
    const lp_value *items = lp_items(s->pool, call->arg, &count);
    return i < count ? items[i] : LP_NIL;
}

void lp_step_emit_appended(lp_step *s, lp_value result, lp_value last)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    lp_value *next = memory_resize(NULL, n + 1, sizeof *next);
    if (n)
        memcpy(next, values, n * sizeof *next);
    next[n] = last;
    lp_step_emit_values(s, result, next, n + 1);
    free(next);
}

static void put(void *to, const char *string)
{
    text_add(to, "%s", string);
}

void spec_print_state(const lp_spec *spec, const lp_pool *pool, const void *state, size_t size,
                      text *out)
{
    if (spec->print) {
        spec->print(spec, pool, state, size, put, out);
        return;
    }
    const lp_value *values = state;
    text_add(out, "[");
    for (size_t i = 0; i < size / sizeof *values; i++) {
        text_add(out, "%s", i ? " " : "");
        value_print(pool, values[i], out);
    }
    text_add(out, "]");
}
