// SPDX-License-Identifier: MIT
// Example of a new spec: a light switch. Copy it to src/spec/builtin/toggle.c;
// nothing else has to change. `linchpin check h.jsonl --spec toggle` knows it.

#include <linchpin/spec.h>

enum { PRESS, LOOK }; // the order of `methods` below

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value off = LP_FALSE;
    s->emit(s, NULL, &off, sizeof off);
}

static void step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0];
    lp_value other = lp_bool(!now.bits);
    if (s->calls[0].method == PRESS)
        lp_step_emit_values(s, LP_UNIT, &other, 1);
    else
        lp_step_emit_values(s, now, &now, 1);
}

const lp_spec lp_spec_toggle = {
    .name = "toggle",
    .summary = "a light switch, off at first",
    .methods = {{"press", "flip", 0, "press()", .returns_nothing = true},
                {"look", "read", 0, "look() → true"}},
    .initial = initial,
    .step = step,
};
