// SPDX-License-Identifier: MIT
// A register that keeps the largest integer written to it; 0 at first.

#include "spec/refuse.h"

enum { READ, WRITE };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value zero = lp_int(0);
    s->emit(s, NULL, &zero, sizeof zero);
}

static void step(lp_step *s)
{
    const lp_value *now = lp_step_values(s, NULL), *arg = &s->calls[0].arg;
    if (s->calls[0].method == READ)
        lp_step_emit_same(s, *now);
    else
        lp_step_emit_values(s, LP_UNIT, lp_to_int(*arg) > now->bits ? arg : now, 1);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool;
    if (result)
        return method == READ ? refuse_result(*result) : NULL;
    return method == WRITE ? refuse_argument(arg) : NULL;
}

static void why(const lp_why *w)
{
    if (w->call->method == READ)
        lp_why_say(w, "the largest written so far is %v", *(const lp_value *)w->state);
}

const lp_spec lp_spec_max_register = {
    .name = "max-register",
    .summary = "keeps the largest integer written; 0 at first",
    .methods = {{"read", "get read_max load", 0, "read() → 5", .reads_only = true},
                {"write", "write_max set put update", 1, "write(5)", .returns_nothing = true}},
    .data_independent = true,
    .initial = initial,
    .step = step,
    .why = why,
    .refuse = refuse,
};
