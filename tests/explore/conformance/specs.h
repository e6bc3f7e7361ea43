// SPDX-License-Identifier: MIT
// Specs for the conformance tests: a counter whose `inc` returns the old value
// and whose `get` returns the value, and one that allows nothing but `ok`.

#ifndef CONFORMANCE_SPECS_H
#define CONFORMANCE_SPECS_H

#include <linchpin/linchpin.h>

enum { COUNTER_INC, COUNTER_GET };

static void counter_initial(const lp_spec *self, lp_step *s)
{
    lp_value zero = lp_int(0);
    (void)self;
    lp_step_emit_values(s, LP_UNIT, &zero, 1);
}

static void counter_step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0];
    lp_value next = lp_int(lp_to_int(now) + (s->calls[0].method == COUNTER_INC));
    lp_step_emit_values(s, now, &next, 1);
}

static const lp_spec counter = {
    .name = "counter",
    .methods = {{"inc", NULL, 0, NULL}, {"get", NULL, 0, NULL}},
    .initial = counter_initial,
    .step = counter_step,
};

static void fine_step(lp_step *s)
{
    lp_value zero = lp_int(0);
    lp_step_emit_values(s, LP_TRUE, &zero, 1);
}

// Every method must return true.
static const lp_spec fine = {
    .name = "fine",
    .methods = {{"a", NULL, 0, NULL},
                {"b", NULL, 0, NULL},
                {"c", NULL, 0, NULL},
                {"d", NULL, 0, NULL}},
    .initial = counter_initial,
    .step = fine_step,
};

#define UNUSED __attribute__((unused))
static UNUSED const lp_spec *const both_specs[] = {&counter, &fine};

static UNUSED void *create_nothing(void)
{
    return NULL;
}

#endif
