// SPDX-License-Identifier: MIT
// A counting semaphore: semaphore:3 starts with three permits. `acquire` waits
// while there is none; anyone may release.

#include "spec/refuse.h"

enum { ACQUIRE, RELEASE, TRY_ACQUIRE, AVAILABLE };

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value permits = lp_int(self->parameter.value);
    s->emit(s, NULL, &permits, sizeof permits);
}

static void step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0];
    uint32_t method = s->calls[0].method;
    lp_value less = lp_int(now.bits - 1), more = lp_int((int64_t)((uint64_t)now.bits + 1));
    if (method == AVAILABLE)
        lp_step_emit_same(s, now);
    else if (method == RELEASE)
        lp_step_emit_values(s, LP_UNIT, &more, 1);
    else if (now.bits > 0)
        lp_step_emit_values(s, method == ACQUIRE ? LP_UNIT : LP_TRUE, &less, 1);
    if (method == TRY_ACQUIRE)
        lp_step_emit_same(s, LP_FALSE);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool, (void)arg;
    return result && method == AVAILABLE ? refuse_result(*result) : NULL;
}

static void why(const lp_why *w)
{
    int64_t now = ((const lp_value *)w->state)->bits;
    if (now == 0)
        lp_why_say(w, "no permit is left");
    else
        lp_why_say(w, "%d permit%s left", now, now == 1 ? " is" : "s are");
}

const lp_spec lp_spec_semaphore = {
    .name = "semaphore",
    .summary = "a counting semaphore; starts with 1 permit, or as many as given",
    .parameter = {"permits", 0, INT32_MAX, 1},
    .methods = {{"acquire", "wait down P", 0, "acquire()", .returns_nothing = true},
                {"release", "post up signal V", 0, "release()", .returns_nothing = true},
                {"try_acquire", "try_wait try_down", 0, "try_acquire() → false"},
                {"available", "value get_value available_permits", 0, "available() → 1",
                 .reads_only = true}},
    .initial = initial,
    .step = step,
    .why = why,
    .refuse = refuse,
};
