// SPDX-License-Identifier: MIT
// A read/write register, nil at first. Keys are not split: one register.

#include <linchpin/spec.h>

enum { READ, WRITE };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nil = LP_NIL;
    s->emit(s, NULL, &nil, sizeof nil);
}

static void step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL);
    if (s->calls[0].method == READ)
        lp_step_emit_values(s, *now, now, 1);
    else
        lp_step_emit_values(s, LP_UNIT, &s->calls[0].arg, 1);
}

static void why(const lp_why *w)
{
    if (w->call->method == READ)
        lp_why_say(w, "the register holds %v", *(const lp_value *)w->state);
}

const lp_spec lp_spec_register = {
    .name = "register",
    .summary = "one value, read and written; nil at first",
    .methods = {{"read", "get load", 0, "read() → 5", .reads_only = true, .returns_nil = true},
                {"write", "set put store", 1, "write(5)", .returns_nothing = true}},
    .data_independent = true,
    .initial = initial,
    .step = step,
    .why = why,
};
