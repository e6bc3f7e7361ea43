// SPDX-License-Identifier: MIT
// See scenario_source.h.

#include "explore/search/scenario_source.h"

#include "base/memory.h"
#include "harness/scenarios/scenario_generate.h"

#include <stdlib.h>

enum { USUAL_VALUES = 2 };

static bool generate(scenarios *s, const scenarios_options *o, error *e)
{
    scenario_shape shape;
    return scenario_shape_parse(o->calls, &shape, e) &&
           generate_default(s->subject, &shape, s->given, e);
}

static bool parse_own(scenarios *s, error *e)
{
    s->count = s->subject->scenario_count;
    for (uint32_t i = 0; i < s->count; i++)
        if (!scenario_parse(s->subject->pool, s->subject->object->scenarios[i], &s->given[i], e))
            return false;
    return true;
}

static bool enumerate(scenarios *s, const scenario_shape *largest, limits *l, error *e)
{
    const enumeration_options how = {.values =
                                         s->how.values ? (uint32_t)s->how.values : USUAL_VALUES,
                                     .well_formed = s->how.well_formed,
                                     .smaller = s->smaller,
                                     .smaller_count = s->size,
                                     .may_be_none = s->sweep,
                                     .limits = l};
    enumeration *all = enumeration_new(s->subject, largest, &how, e);
    if (!all)
        return false;
    enumeration_free(s->all);
    s->all = all;
    s->count = enumeration_count(all);
    return true;
}

static bool begin_sizes(scenarios *s, const scenarios_options *o, error *e)
{
    scenario_shape largest;
    s->made = memory_new(1, sizeof *s->made);
    if (!o->up_to) {
        s->sweep = true;
        largest = sizes_shape(0);
    } else if (!scenario_shape_parse(o->up_to, &largest, e)) {
        return false;
    }
    return enumerate(s, &largest, NULL, e);
}

bool scenarios_next_size(scenarios *s, limits *l)
{
    error ignored;
    if (!s->sweep || s->size + 1 == sizes_count())
        return false;
    s->smaller[s->size] = sizes_shape(s->size);
    s->size++;
    scenario_shape largest = sizes_shape(s->size);
    s->count = 0;
    return enumerate(s, &largest, l, &ignored);
}

bool scenarios_init(scenarios *s, const subject *its, const scenarios_options *o, error *e)
{
    *s = (scenarios){.subject = its, .count = 1, .how = *o};
    bool own = its->scenario_count && !(o->budget > 0) && !o->values && !o->well_formed;
    if (!o->scenario && !o->calls && (o->up_to || !own))
        return begin_sizes(s, o, e);
    s->given = memory_new(LP_MAX_SCENARIOS, sizeof *s->given);
    bool ok;
    if (o->scenario)
        ok = scenario_parse(its->pool, o->scenario, s->given, e);
    else if (o->calls)
        ok = generate(s, o, e);
    else
        ok = parse_own(s, e);
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
