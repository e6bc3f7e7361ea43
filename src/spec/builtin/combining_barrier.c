// SPDX-License-Identifier: MIT
// A barrier for so many threads that also adds up: sync(me, x) gives everybody the
// sum of what all brought. There is no state.

#include "spec/refuse.h"

static void step(lp_step *s)
{
    if (s->count != (uint32_t)s->spec->parameter.value)
        return;
    uint64_t sum = 0; // unsigned: it may wrap round
    for (uint32_t i = 0; i < s->count; i++)
        sum += (uint64_t)lp_to_int(lp_step_arg(s, i, 1));
    lp_value results[LP_MAX_ARITY];
    for (uint32_t i = 0; i < s->count; i++)
        results[i] = lp_int((int64_t)sum);
    s->emit(s, results, NULL, 0);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    if (result)
        return refuse_result(*result);
    return refuse_argument(lp_call_arg(self, pool, method, arg, 1)) ? "what it brings is an integer"
                                                                    : NULL;
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no %d calls are left that could have met and brought %v",
               w->spec->parameter.value, w->result);
}

static const lp_sync all = {"all", 1, {0}, .up_to = LP_MAX_ARITY, .alike = true};

const lp_spec lp_spec_combining_barrier = {
    .name = "combining-barrier",
    .summary = "a barrier that gives everybody the sum of what all brought",
    .methods = {{"sync", "wait await", 2, "sync(0, 5) → 8"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &all,
    .sync_count = 1,
    .why = why,
    .refuse = refuse,
    .parameter = {.name = "threads", .low = 1, .high = LP_MAX_ARITY, .value = 2},
};
