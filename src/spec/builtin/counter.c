// SPDX-License-Identifier: MIT
// A counter that starts at 0. `inc`, `dec` and `add` return nothing; `next` adds
// one and returns the value before.

#include "spec/refuse.h"

enum { INC, DEC, ADD, NEXT, READ };

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
    int64_t more = method == ADD ? lp_to_int(s->calls[0].arg) : method == DEC ? -1 : 1;
    // Wraps as unsigned arithmetic does: signed overflow would be undefined.
    lp_value next = lp_int((int64_t)((uint64_t)now.bits + (uint64_t)more));
    if (method == READ)
        lp_step_emit_same(s, now);
    else
        lp_step_emit_values(s, method == NEXT ? now : LP_UNIT, &next, 1);
}

static lp_value effect(const lp_spec *self, uint32_t method, lp_value arg)
{
    (void)self;
    return method == ADD ? arg : lp_int(method == READ ? 0 : method == DEC ? -1 : 1);
}

static lp_value before(const lp_spec *self, uint32_t method, lp_value arg, lp_value result)
{
    (void)self;
    (void)method;
    (void)arg;
    return result;
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool;
    if (result)
        return method == NEXT || method == READ ? refuse_result(*result) : NULL;
    return method == ADD ? refuse_argument(arg) : NULL;
}

static void why(const lp_why *w)
{
    if (w->call->method == NEXT || w->call->method == READ)
        lp_why_say(w, "the counter is at %v", *(const lp_value *)w->state);
}

const lp_spec lp_spec_counter = {
    .name = "counter",
    .summary = "counts from 0; may be read",
    .methods = {{"inc", "increment", 0, "inc()", .returns_nothing = true},
                {"dec", "decrement", 0, "dec()", .returns_nothing = true},
                {"add", "increment_by", 1, "add(3)", .returns_nothing = true},
                {"next", "fetch_and_increment fetch_inc get_and_increment", 0, "next() → 0"},
                {"read", "get value load", 0, "read() → 3", .reads_only = true}},
    .initial = initial,
    .step = step,
    .why = why,
    .refuse = refuse,
    .effect = effect,
    .before = before,
};
