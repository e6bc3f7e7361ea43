// SPDX-License-Identifier: MIT
// Doubles the factor until it is enough, then halves the gap: see minimal_relaxation.h. A larger
// factor is never worse, and one as large as the history is long leaves nothing
// to relax.

#include "judge/relaxed/minimal_relaxation.h"

#include "base/text.h"
#include "judge/relaxed/minimal_relaxation_many.h"

#include <stdlib.h>

// Steps for one factor, so that one that is hard to refute does not hide another: a second or
// two. A time would make the answer depend on the machine.
static const uint64_t factor_steps = 2000000;

typedef enum evidence { NOTHING, COUNTEREXAMPLE, WITNESS } evidence;

typedef struct attempt {
    const char *condition;
    lp_history *history;
    const lp_spec *spec;
    limits *limits;
    error *error;
} attempt;

// What is left of the limits. What was spent on other factors does not count as this one's:
// explaining takes as long as judging did.
static limits limits_now(const limits *given)
{
    limits l = given ? *given : (limits){0};
    double end = l.started + l.timeout;
    limits_start(&l);
    if (l.timeout > 0)
        l.timeout = end > l.started ? end - l.started : 1e-6;
    return l;
}

// False: it cannot be judged at all.
static bool try_factor(const attempt *a, uint32_t k, bool bounded, evidence wanted, lp_verdict *v)
{
    limits l = limits_now(a->limits);
    l.steps = bounded ? factor_steps : 0;
    lp_verdict_fini(v);
    lp_verdict_init(v);
    const judge *j = judge_with_factor(a->condition, k, a->error);
    bool fine = j && (wanted == NOTHING ? judge_outcome(j, a->history, a->spec, &l, v, a->error)
                                        : judge_history(j, a->history, a->spec, &l,
                                                        wanted == WITNESS, v, a->error));
    judge_release(j);
    return fine;
}

static void tell_need(const lp_verdict *less, uint32_t k, lp_verdict *v)
{
    char *lead = text_format("The least factor is %u. This part of the history", k);
    minimal_relaxation_describe_need(less, lead, v);
    free(lead);
}

bool judge_minimal_relaxation(const char *condition, lp_history *h, const lp_spec *spec, limits *l,
                              bool want_witness, lp_verdict *v, error *e)
{
    attempt a = {condition, h, spec, l, e};
    uint32_t most = h->op_count;
    uint32_t low = 0, high = 0; // less than `low` is violated; `high` is tried
    bool fine = try_factor(&a, 0, true, NOTHING, v);
    while (fine && v->outcome != LP_HOLDS && high < most && (!l || !limits_reached(l))) {
        low = v->outcome == LP_VIOLATED ? high + 1 : low;
        high = high ? 2 * high : 1;
        high = high < most ? high : most;
        fine = try_factor(&a, high, high < most, high < most ? NOTHING : COUNTEREXAMPLE, v);
    }
    if (fine && v->outcome != LP_HOLDS && high < most)
        verdict_decide(v, LP_UNKNOWN, "the least factor is %u or more: %s",
                       v->outcome == LP_VIOLATED ? high + 1 : low,
                       l ? limits_reason(l) : "it was not found");
    if (!fine || v->outcome != LP_HOLDS)
        return fine;
    uint32_t from = low; // from here to `high` is open; unknown ones raise it
    lp_verdict less;
    lp_verdict_init(&less);
    while (fine && from < high) {
        uint32_t middle = from + (high - from) / 2;
        fine = try_factor(&a, middle, true, NOTHING, &less);
        if (less.outcome == LP_HOLDS)
            high = middle;
        else
            from = middle + 1;
        if (less.outcome == LP_VIOLATED)
            low = middle + 1;
    }
    fine = fine && try_factor(&a, high, true, want_witness ? WITNESS : COUNTEREXAMPLE, v);
    if (fine && low < high)
        verdict_decide(v, LP_UNKNOWN, "the least factor is between %u and %u", low, high);
    if (fine && low == high && high && try_factor(&a, high - 1, true, COUNTEREXAMPLE, &less) &&
        less.history)
        tell_need(&less, high, v);
    verdict_figure(v, LP_FIGURE_QUASI_FACTOR, high);
    lp_verdict_fini(&less);
    return fine;
}
