// SPDX-License-Identifier: MIT
// A barrier for so many threads: none gets past it until all have come. Who comes
// is said, for the record; the barrier does not look at it. There is no state.

#include <linchpin/spec.h>

static void step(lp_step *s)
{
    if (s->count != (uint32_t)s->spec->parameter.value)
        return;
    lp_value results[LP_MAX_ARITY];
    for (uint32_t i = 0; i < s->count; i++)
        results[i] = LP_UNIT;
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no %d calls are left that could have met", w->spec->parameter.value);
}

static const lp_sync all = {"all", 1, {0}, .up_to = LP_MAX_ARITY, .alike = true};

const lp_spec lp_spec_barrier = {
    .name = "barrier",
    .summary = "nobody goes on until so many threads have come",
    .methods = {{"sync", "wait await", 1, "sync(0)", .returns_nothing = true}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &all,
    .sync_count = 1,
    .why = why,
    .parameter = {.name = "threads", .low = 1, .high = LP_MAX_ARITY, .value = 2},
};
