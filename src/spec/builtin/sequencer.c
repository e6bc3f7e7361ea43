// SPDX-License-Identifier: MIT
// A sequencer: operations are put into one order, and each learns all that came before it, the last one
// first. It is the free object: whatever an object answers, it can be told from this. Its state is what it
// would answer.

#include <linchpin/spec.h>

enum { ORDER, READ_ALL };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *before = lp_step_values(s, &n);
    lp_value all = lp_vector(s->pool, before, n);
    if (s->calls[0].method == ORDER)
        lp_step_emit_spliced(s, all, 0, 0, &s->calls[0].arg, 1);
    else
        lp_step_emit_same(s, all);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "%l came before, the last one first", (const lp_value *)w->state,
               w->state_size / sizeof(lp_value));
}

const lp_spec lp_spec_sequencer = {
    .name = "sequencer",
    .summary = "puts operations into one order; each learns those before, the last one first",
    .methods = {{"order", "apply append", 1, "order(5) → [4 3]"},
                {"read_all", "read scan entries list", 0, "read_all() → [5 4 3]",
                 .reads_only = true}},
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
