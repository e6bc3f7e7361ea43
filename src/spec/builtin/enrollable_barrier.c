// SPDX-License-Identifier: MIT
// A barrier for whoever is enrolled: sync(me) goes on when all who are enrolled,
// and nobody else, have come. The state lists who is, sorted. Who is enrolled
// cannot enrol, who is not cannot resign or come.

#include <linchpin/spec.h>

enum { SYNC, ENROL, RESIGN };
enum { ALL, ENROLS, RESIGNS }; // the synchronisations

// Those who came are those who are enrolled: as many, and each one is.
static void meet(lp_step *s)
{
    size_t n;
    const lp_value *enrolled = lp_step_values(s, &n);
    lp_value results[LP_MAX_ARITY];
    if (n != s->count)
        return;
    for (uint32_t i = 0; i < s->count; i++) {
        results[i] = LP_UNIT;
        if (lp_values_find(enrolled, n, s->calls[i].arg) == n)
            return;
        for (uint32_t k = 0; k < i; k++)
            if (lp_value_equal(s->calls[i].arg, s->calls[k].arg))
                return;
    }
    s->emit(s, results, s->state, s->state_size);
}

static void step(lp_step *s)
{
    if (s->sync == ALL) {
        meet(s);
        return;
    }
    size_t n;
    const lp_value *enrolled = lp_step_values(s, &n);
    lp_value me = s->calls[0].arg;
    size_t at = lp_values_rank(s->pool, enrolled, n, me);
    bool is = at < n && lp_value_equal(enrolled[at], me);
    if (s->sync == ENROLS && !is && n < LP_MAX_ARITY)
        lp_step_emit_spliced(s, LP_UNIT, at, 0, &me, 1);
    else if (s->sync == RESIGNS && is)
        lp_step_emit_spliced(s, LP_UNIT, at, 1, NULL, 0);
}

static void why(const lp_why *w)
{
    const lp_value *enrolled = w->state;
    size_t n = w->state_size / sizeof *enrolled;
    if (n)
        lp_why_say(w, "%l %s enrolled", enrolled, n, n == 1 ? "is" : "are");
    else
        lp_why_say(w, "nobody is enrolled");
}

static const lp_sync syncs[] = {
    [ALL] = {"all", 1, {SYNC}, .up_to = LP_MAX_ARITY, .alike = true},
    [ENROLS] = {"enrol", 1, {ENROL}},
    [RESIGNS] = {"resign", 1, {RESIGN}},
};

const lp_spec lp_spec_enrollable_barrier = {
    .name = "enrollable-barrier",
    .summary = "nobody goes on until all who are enrolled have come",
    .methods = {{"sync", "wait await", 1, "sync(0)", .returns_nothing = true},
                {"enrol", "enroll", 1, "enrol(0)", .returns_nothing = true},
                {"resign", NULL, 1, "resign(0)", .returns_nothing = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = syncs,
    .sync_count = 3,
    .why = why,
};
