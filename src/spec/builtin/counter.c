// SPDX-License-Identifier: MIT
// A counter that starts at 0. `inc` adds one and returns nothing, `next` adds
// one and returns the value before (fetch-and-add).

#include <linchpin/spec.h>

enum { INC, NEXT, READ };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    s->emit(s, NULL, &zero, sizeof zero);
}

static void step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0];
    uint32_t method = s->calls[0].method;
    // Wraps as unsigned arithmetic does: signed overflow would be undefined.
    lp_value next = method == READ ? now : lp_int((int64_t)((uint64_t)now.bits + 1));
    lp_step_emit_values(s, method == INC ? LP_UNIT : now, &next, 1);
}

const lp_spec lp_spec_counter = {
    .name = "counter",
    .summary = "counts from 0 up",
    .methods = {{"inc", "increment add", 0, "inc()", .returns_nothing = true},
                {"next", "fetch_and_increment fetch_add getAndIncrement", 0, "next() → 0"},
                {"read", "get value", 0, "read() → 3"}},
    .initial = initial,
    .step = step,
};
