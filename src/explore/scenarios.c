// SPDX-License-Identifier: MIT
// See scenarios.h.

#include "explore/scenarios.h"

#include "base/memory.h"
#include "harness/generate.h"

#include <stdlib.h>

enum { USUAL_VALUES = 2 };

static bool generate(scenarios *s, const scenarios_options *o, error *e)
{
    scenario_shape shape;
    rng r;
    rng_init(&r, 1);
    if (!o->calls)
        return generate_default(s->subject, 2, 2, s->given, e);
    return scenario_shape_parse(o->calls, &shape, e) &&
           generate_scenario(s->subject, &shape, &r, s->given, e);
}

static bool parse_own(scenarios *s, error *e)
{
    s->count = s->subject->scenario_count;
    for (uint32_t i = 0; i < s->count; i++)
        if (!scenario_parse(s->subject->pool, s->subject->object->scenarios[i], &s->given[i], e))
            return false;
    return true;
}

static bool enumerate(scenarios *s, const scenarios_options *o, error *e)
{
    scenario_shape largest;
    const enumeration_options how = {.values = o->values ? (uint32_t)o->values : USUAL_VALUES,
                                     .well_formed = o->well_formed};
    if (!scenario_shape_parse(o->up_to, &largest, e) ||
        !(s->all = enumeration_new(s->subject, &largest, &how, e)))
        return false;
    s->made = memory_new(1, sizeof *s->made);
    s->count = enumeration_count(s->all);
    return true;
}

bool scenarios_init(scenarios *s, const subject *its, const scenarios_options *o, error *e)
{
    *s = (scenarios){.subject = its, .count = 1};
    if (o->up_to && !o->scenario)
        return enumerate(s, o, e);
    s->given = memory_new(LP_MAX_SCENARIOS, sizeof *s->given);
    bool ok;
    if (o->scenario)
        ok = scenario_parse(its->pool, o->scenario, s->given, e);
    else if (!o->calls && its->scenario_count)
        ok = parse_own(s, e);
    else
        ok = generate(s, o, e);
    for (uint32_t i = 0; ok && i < s->count; i++)
        ok = subject_check(its, &s->given[i], e);
    return ok;
}

void scenarios_fini(scenarios *s)
{
    free(s->given);
    free(s->made);
    enumeration_free(s->all);
}

const scenario *scenarios_get(scenarios *s, uint32_t i, error *e)
{
    if (!s->all)
        return &s->given[i];
    return enumeration_get(s->all, i, s->made, e) ? s->made : NULL;
}
