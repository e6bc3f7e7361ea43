// SPDX-License-Identifier: MIT
// The same spec in C: for `test` and `explore`, too.

#include <linchpin/spec.h>

enum { RESERVE, CANCEL, LEFT }; // the order of `methods` below
enum { SEATS = 3 };

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value none = lp_int(0);
    s->emit(s, NULL, &none, sizeof none);
}

static void step(lp_step *s)
{
    int64_t taken = lp_to_int(lp_step_values(s, NULL)[0]);
    int64_t n = s->calls[0].method == LEFT ? 0 : lp_to_int(lp_step_arg(s, 0, 0));
    lp_value more = lp_int(taken + n), fewer = lp_int(taken - n);
    switch (s->calls[0].method) {
    case RESERVE:
        if (taken + n <= SEATS)
            lp_step_emit_values(s, LP_TRUE, &more, 1);
        else
            lp_step_emit_same(s, LP_FALSE);
        break;
    case CANCEL:
        if (n <= taken) // else it is not allowed
            lp_step_emit_values(s, LP_UNIT, &fewer, 1);
        break;
    default:
        lp_step_emit_same(s, lp_int(SEATS - taken));
    }
}

LP_SPEC(seats, .summary = "a room with three seats",
        .methods = {{"reserve", NULL, 1, "reserve(2) → true"},
                    {"cancel", NULL, 1, "cancel(2)", .returns_nothing = true},
                    {"left", NULL, 0, "left() → 3"}},
        .initial = initial, .step = step)
