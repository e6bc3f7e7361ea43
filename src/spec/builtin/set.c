// SPDX-License-Identifier: MIT
// A set. Every method says whether it found or changed something, and works on
// one value: values are judged one by one. The state is sorted.

#include <linchpin/spec.h>

enum { INSERT, REMOVE, CONTAINS };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n), *arg = &s->calls[0].arg;
    size_t at = lp_values_rank(s->pool, values, n, *arg);
    bool there = at < n && lp_value_equal(values[at], *arg);
    if (s->calls[0].method == INSERT && !there)
        lp_step_emit_spliced(s, LP_TRUE, at, 0, arg, 1);
    else if (s->calls[0].method == REMOVE && there)
        lp_step_emit_spliced(s, LP_TRUE, at, 1, NULL, 0);
    else
        lp_step_emit_same(s, lp_bool(s->calls[0].method == CONTAINS && there));
}

static lp_value split(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg)
{
    return lp_call_arg(self, pool, method, arg, 0);
}

static bool only_read(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result)
{
    (void)self, (void)pool, (void)method, (void)arg;
    return lp_value_equal(result, LP_FALSE);
}

static void why(const lp_why *w)
{
    size_t n = w->state_size / sizeof(lp_value);
    bool there = lp_values_find(w->state, n, w->call->arg) < n;
    lp_why_say(w, "%v is %sin the set", w->call->arg, there ? "" : "not ");
}

const lp_spec lp_spec_set = {
    .name = "set",
    .summary = "insert, remove, contains: true when it changed or found something",
    .methods = {{"insert", "add put", 1, "insert(5) → true"},
                {"remove", "delete erase", 1, "remove(5) → true"},
                {"contains", "member has lookup find", 1, "contains(5) → false",
                 .reads_only = true}},
    .split = split,
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
    .only_read = only_read,
};
