// SPDX-License-Identifier: MIT
// An integer that is added to and read in one step; 0 at first.

#include "spec/refuse.h"

enum { FETCH_ADD, ADD_FETCH, FETCH_INC, INC_FETCH, READ };

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
    bool by_one = method == FETCH_INC || method == INC_FETCH;
    int64_t more = method == READ ? 0 : by_one ? 1 : lp_to_int(s->calls[0].arg);
    // Wraps, as hardware does.
    lp_value next = lp_int((int64_t)((uint64_t)now.bits + (uint64_t)more));
    bool after = method == ADD_FETCH || method == INC_FETCH;
    lp_step_emit_values(s, after ? next : now, &next, 1);
}

static lp_value effect(const lp_spec *self, uint32_t method, lp_value arg)
{
    (void)self;
    return method == FETCH_ADD || method == ADD_FETCH ? arg : lp_int(method != READ);
}

static lp_value before(const lp_spec *self, uint32_t method, lp_value arg, lp_value result)
{
    bool after = method == ADD_FETCH || method == INC_FETCH;
    uint64_t added = after ? (uint64_t)lp_to_int(effect(self, method, arg)) : 0;
    return lp_int((int64_t)((uint64_t)lp_to_int(result) - added));
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool;
    if (result)
        return refuse_result(*result);
    return method == FETCH_ADD || method == ADD_FETCH ? refuse_argument(arg) : NULL;
}

static void why(const lp_why *w)
{
    lp_why_say(w, "the value is %v", *(const lp_value *)w->state);
}

const lp_spec lp_spec_fetch_and_add = {
    .name = "fetch-and-add",
    .summary = "an integer, added to and read in one step; 0 at first",
    .methods = {{"fetch_add", "fetch_and_add get_and_add faa xadd", 1, "fetch_add(3) → 0"},
                {"add_fetch", "add_and_fetch add_and_get", 1, "add_fetch(3) → 3"},
                {"fetch_inc", "fetch_and_increment fetch_and_inc get_and_increment next", 0,
                 "fetch_inc() → 0"},
                {"inc_fetch", "increment_and_fetch inc_and_fetch increment_and_get", 0,
                 "inc_fetch() → 1"},
                {"read", "get value load", 0, "read() → 3", .reads_only = true}},
    .initial = initial,
    .step = step,
    .why = why,
    .refuse = refuse,
    .effect = effect,
    .before = before,
};
