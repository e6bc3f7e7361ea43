// SPDX-License-Identifier: MIT
// One family: two members meet, no two of them twice, and nobody meets itself.
// Each says who it is and learns whom it met. The state lists the pairs that have
// met, the smaller first, sorted.

#include <linchpin/spec.h>

static int compare(const lp_step *s, const lp_value *a, const lp_value *b)
{
    int first = lp_value_compare(s->pool, a[0], b[0]);
    return first ? first : lp_value_compare(s->pool, a[1], b[1]);
}

static void step(lp_step *s)
{
    size_t n, at = 0;
    const lp_value *met = lp_step_values(s, &n);
    lp_value a = s->calls[0].arg, b = s->calls[1].arg;
    int order = lp_value_compare(s->pool, a, b);
    lp_value pair[] = {order < 0 ? a : b, order < 0 ? b : a};
    while (at < n && compare(s, met + at, pair) < 0)
        at += 2;
    if (order == 0 || (at < n && compare(s, met + at, pair) == 0))
        return;
    lp_value results[] = {b, a};
    lp_step_emit_group_spliced(s, results, at, 0, pair, 2);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "%v is not there to meet %v, or has met it before", w->result, w->call->arg);
}

static const lp_sync meet = {"meet", 2, {0, 0}, .alike = true};

const lp_spec lp_spec_one_family = {
    .name = "one-family",
    .summary = "members of a family meet, no two of them twice",
    .methods = {{"meet", NULL, 1, "meet(1) → 2"}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &meet,
    .sync_count = 1,
    .why = why,
};
