// SPDX-License-Identifier: MIT
// For which specs the constructions of two_step_search.h are made.

#include "judge/search/two_step_search.h"

extern const judge judge_linearizable;

static bool takes_part(const lp_sync *sync, uint32_t method)
{
    for (uint32_t i = 0; i < sync->count; i++)
        if (sync->methods[i] == method)
            return true;
    return false;
}

// One method of the spec: which modes does it have?
static bool suits_method(const lp_spec *spec, uint32_t method, two_step_kind kind, error *e)
{
    uint32_t single = 0, several = 0;
    for (uint32_t s = 0; s < spec->sync_count; s++)
        if (takes_part(&spec->syncs[s], method))
            *(lp_sync_most(&spec->syncs[s]) == 1 ? &single : &several) += 1;
    const char *name = spec->methods[method].name;
    if (kind == TWO_STEP_FIXED && single + several > 1)
        return error_set(e,
                         "two-step-fixed is for methods that take part in one synchronisation, but "
                         "%s of \"%s\" takes part in %u: two-step-adaptive or two-step may do",
                         name, spec->name, single + several);
    if (kind == TWO_STEP_ADAPTIVE && single && several && !spec->alone)
        return error_set(e,
                         "two-step-adaptive must know from its result whether %s met anybody, and "
                         "\"%s\" does not say (.alone): two-step will do",
                         name, spec->name);
    return true;
}

bool two_step_suits(const lp_spec *spec, two_step_kind kind, error *e)
{
    uint32_t methods = 0;
    while (spec->methods[methods].name)
        methods++;
    if (!spec->syncs || spec->needs_result || 2 * methods > LP_MAX_METHODS)
        return error_set(e,
                         "two-step linearisation is made for specs of at most %d methods that list "
                         "their results",
                         LP_MAX_METHODS / 2);
    for (uint32_t m = 0; kind != TWO_STEP_GENERAL && m < methods; m++)
        if (!suits_method(spec, m, kind, e))
            return false;
    return true;
}

void two_step_judge(const judge_task *task, two_step_kind kind, lp_verdict *v)
{
    judge_task fresh = *task;
    error e;
    fresh.session = NULL;
    if (!task->spec->syncs)
        judge_linearizable.run(&fresh, v);
    else if (two_step_suits(task->spec, kind, &e))
        two_step_run(task, &(two_step_options){.kind = kind}, v);
    else
        verdict_decide(v, LP_UNKNOWN, "%s", e.message);
}
