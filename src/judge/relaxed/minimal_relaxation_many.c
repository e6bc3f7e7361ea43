// SPDX-License-Identifier: MIT
// The least factor of many histories: see minimal_relaxation_many.h.

#include "judge/relaxed/minimal_relaxation_many.h"

#include "base/memory.h"
#include "base/text.h"
#include "history/history_format.h"
#include "judge/relaxed/minimal_relaxation.h"
#include "judge/relaxed/relaxation.h"

#include <stdlib.h>
#include <string.h>

static bool use_factor(minimal_relaxation *l, uint32_t factor, error *e)
{
    const judge *j = judge_with_factor(l->condition, factor, e);
    if (!j)
        return false;
    judge_release(l->judge);
    l->judge = j;
    l->factor = factor;
    return true;
}

bool minimal_relaxation_init(minimal_relaxation *l, const char *condition, error *e)
{
    *l = (minimal_relaxation){.condition = condition ? condition : "quasi"};
    lp_verdict_init(&l->need);
    return use_factor(l, 0, e);
}

void minimal_relaxation_fini(minimal_relaxation *l)
{
    judge_release(l->judge);
    lp_verdict_fini(&l->need);
}

// What is violated with one less than the factor: the counterexample, cut down for that.
static void keep_need(minimal_relaxation *l, lp_verdict *v, const lp_spec *spec)
{
    error ignored;
    lp_verdict less;
    lp_verdict_init(&less);
    const judge *j = judge_with_factor(l->condition, l->factor - 1, &ignored);
    bool better = judge_history(j, v->history, spec, NULL, false, &less, &ignored) &&
                  less.outcome == LP_VIOLATED && less.history;
    judge_release(j);
    lp_verdict_fini(&l->need);
    l->need = better ? less : *v;
    if (better && v->scenario)
        verdict_copy(&l->need.scenario, v->scenario);
    if (better && v->schedule)
        verdict_copy(&l->need.schedule, v->schedule);
    lp_verdict_fini(better ? v : &less);
    lp_verdict_init(v);
}

bool minimal_relaxation_raise(minimal_relaxation *l, lp_verdict *v, const lp_spec *spec)
{
    error ignored;
    lp_verdict its;
    lp_verdict_init(&its);
    // Only what was cut down to is asked about, so this is a lower bound.
    bool judged =
        judge_minimal_relaxation(l->condition, v->history, spec, NULL, false, &its, &ignored);
    l->hopeless = l->hopeless || (judged && its.outcome == LP_VIOLATED);
    uint32_t factor = (uint32_t)verdict_figure_get(&its, LP_FIGURE_QUASI_FACTOR, 0);
    lp_verdict_fini(&its);
    if (l->hopeless)
        factor = QUASI_MOST;
    else if (factor <= l->factor)
        factor = l->factor + 1;
    bool named = use_factor(l, factor, &ignored);
    REQUIRE(named);
    if (!l->hopeless)
        keep_need(l, v, spec);
    return !l->hopeless;
}

void minimal_relaxation_describe_need(const lp_verdict *less, const char *lead, lp_verdict *v)
{
    const lp_history *h = less->history;
    text out = {0};
    text_add(&out, "%s needs it (%s: %s):", lead, less->condition, less->reason);
    for (uint32_t i = 0; i < h->op_count; i++) {
        text_add(&out, "\n  process %lld: ", (long long)h->ops[i].process);
        op_print(h->pool, &h->ops[i], &out);
    }
    verdict_copy(&v->detail, out.bytes);
    text_fini(&out);
}

void minimal_relaxation_describe(const minimal_relaxation *l, lp_verdict *v)
{
    if (v->outcome == LP_VIOLATED && l->hopeless) {
        verdict_copy(&v->condition, l->condition);
        const char *before = v->detail ? v->detail : "";
        char *detail = text_format("%s%sNo factor is enough.", before, *before ? "\n" : "");
        verdict_copy(&v->detail, detail);
        free(detail);
    }
    if (v->outcome != LP_HOLDS && v->outcome != LP_UNKNOWN)
        return;
    verdict_copy(&v->condition, l->judge->name);
    verdict_figure(v, LP_FIGURE_QUASI_FACTOR, l->factor);
    if (!l->factor)
        return;
    char *lead = text_format("The least factor is %s%u. This history",
                             v->outcome == LP_HOLDS ? "" : "at least ", l->factor);
    minimal_relaxation_describe_need(&l->need, lead, v);
    free(lead);
    if (l->need.scenario)
        verdict_copy(&v->scenario, l->need.scenario);
    if (l->need.schedule)
        verdict_copy(&v->schedule, l->need.schedule);
}
