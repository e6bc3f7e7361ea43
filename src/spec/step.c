// SPDX-License-Identifier: MIT
// Help for those who write specs: see linchpin/spec.h.

#include "base/error.h"
#include "base/memory.h"
#include "base/value/value_text.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

lp_value lp_call_arg(const lp_spec *spec, const lp_pool *pool, uint32_t method, lp_value arg,
                     uint32_t i)
{
    if (spec->methods[method].args < 2)
        return i == 0 ? arg : LP_NIL;
    size_t count;
    const lp_value *items = lp_items(pool, arg, &count);
    return i < count ? items[i] : LP_NIL;
}

lp_value lp_step_arg(const lp_step *s, uint32_t c, uint32_t i)
{
    REQUIRE(c < s->count);
    return lp_call_arg(s->spec, s->pool, s->calls[c].method, s->calls[c].arg, i);
}

void lp_step_emit_group_spliced(lp_step *s, const lp_value *results, size_t at, size_t gone,
                                const lp_value *values, size_t count)
{
    size_t n;
    const lp_value *old = lp_step_values(s, &n);
    REQUIRE(at <= n && gone <= n - at);
    size_t rest = n - at - gone;
    lp_value *next = memory_resize(NULL, at + count + rest, sizeof *next);
    if (at)
        memcpy(next, old, at * sizeof *next);
    if (count)
        memcpy(next + at, values, count * sizeof *next);
    if (rest)
        memcpy(next + at + count, old + at + gone, rest * sizeof *next);
    s->emit(s, results, next, (at + count + rest) * sizeof *next);
    free(next);
}

void lp_step_emit_spliced(lp_step *s, lp_value result, size_t at, size_t gone,
                          const lp_value *values, size_t count)
{
    lp_step_emit_group_spliced(s, &result, at, gone, values, count);
}

void lp_step_emit_appended(lp_step *s, lp_value result, lp_value last)
{
    lp_step_emit_spliced(s, result, s->state_size / sizeof last, 0, &last, 1);
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
