// SPDX-License-Identifier: MIT
// A set that may hold a value several times. Values are judged one by one. The
// state is sorted.

#include "spec/refuse.h"

enum { ADD, REMOVE, CONTAINS, COUNT };

static int64_t count_of(const lp_value *values, size_t n, lp_value v)
{
    int64_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += lp_value_equal(values[i], v);
    return count;
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n), *arg = &s->calls[0].arg;
    uint32_t method = s->calls[0].method;
    size_t at = lp_values_rank(s->pool, values, n, *arg);
    int64_t count = count_of(values, n, *arg);
    if (method == ADD)
        lp_step_emit_spliced(s, LP_UNIT, at, 0, arg, 1);
    else if (method == REMOVE && count)
        lp_step_emit_spliced(s, LP_TRUE, at, 1, NULL, 0);
    else
        lp_step_emit_same(s, method == COUNT ? lp_int(count) : lp_bool(count > 0));
}

static lp_value split(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg)
{
    return lp_call_arg(self, pool, method, arg, 0);
}

static bool only_read(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result)
{
    (void)self, (void)pool, (void)arg;
    return method == REMOVE && lp_value_equal(result, LP_FALSE);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool, (void)arg;
    return result && method == COUNT ? refuse_result(*result) : NULL;
}

static void why(const lp_why *w)
{
    int64_t count = count_of(w->state, w->state_size / sizeof(lp_value), w->call->arg);
    if (w->call->method == ADD)
        return;
    if (count == 0)
        lp_why_say(w, "%v is not in the multiset", w->call->arg);
    else
        lp_why_say(w, "%v is in the multiset %s", w->call->arg,
                   count == 1   ? "once"
                   : count == 2 ? "twice"
                                : "several times");
}

const lp_spec lp_spec_multiset = {
    .name = "multiset",
    .summary = "a set that may hold a value several times",
    .methods = {{"add", "insert put", 1, "add(5)", .returns_nothing = true},
                {"remove", "delete erase remove_one", 1, "remove(5) → true"},
                {"contains", "member has lookup find", 1, "contains(5) → false",
                 .reads_only = true},
                {"count", "multiplicity occurrences", 1, "count(5) → 2", .reads_only = true}},
    .split = split,
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
    .refuse = refuse,
    .only_read = only_read,
};
