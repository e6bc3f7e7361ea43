// SPDX-License-Identifier: MIT
// Two families: a member of the left one meets a member of the right one, and no
// two meet twice. Each says who it is and learns whom it met. The state lists the
// pairs that have met, left and right in turn, sorted.

#include <linchpin/spec.h>

enum { LEFT, RIGHT };

static int compare(const lp_step *s, const lp_value *a, const lp_value *b)
{
    int first = lp_value_compare(s->pool, a[0], b[0]);
    return first ? first : lp_value_compare(s->pool, a[1], b[1]);
}

static void step(lp_step *s)
{
    size_t n, at = 0;
    const lp_value *met = lp_step_values(s, &n);
    lp_value pair[] = {s->calls[0].arg, s->calls[1].arg};
    while (at < n && compare(s, met + at, pair) < 0)
        at += 2;
    if (at < n && compare(s, met + at, pair) == 0)
        return;
    lp_value results[] = {pair[1], pair[0]};
    lp_step_emit_group_spliced(s, results, at, 0, pair, 2);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "%v is not there to meet %v, or has met it before", w->result, w->call->arg);
}

static const lp_sync meet = {"meet", 2, {LEFT, RIGHT}};

const lp_spec lp_spec_two_families = {
    .name = "two-families",
    .summary = "members of two families meet, no two of them twice",
    .methods = {{"left", NULL, 1, "left(1) → 2"}, {"right", NULL, 1, "right(2) → 1"}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &meet,
    .sync_count = 1,
    .why = why,
};
