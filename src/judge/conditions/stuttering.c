// SPDX-License-Identifier: MIT
// The stuttering relaxation: linearizable for an object some of whose operations do nothing,
// at most K between two that change it.

#include "judge/relaxed/relaxation.h"
#include "judge/relaxed/stuttering_spec.h"

extern const judge judge_linearizable;

static void free_own(void *own)
{
    stuttering_spec_free(own);
}

static bool plan(judge_plan *p, error *e)
{
    if (p->spec->syncs)
        return error_set(e, "%s is not about synchronisations such as those of \"%s\"",
                         p->judge.name, p->spec->name);
    uint32_t most = p->judge.factor;
    const char *name = p->judge.name;
    p->judge = judge_linearizable;
    p->judge.name = name;
    if (!most)
        return true; // nothing is relaxed, and there are faster judges
    stuttering_spec *s = stuttering_spec_new(p->spec, most);
    p->spec = stuttering_spec_of(s);
    p->own = s;
    p->own_free = free_own;
    return true;
}

const judge judge_stuttering = {
    .name = "stuttering",
    .summary = "at most K operations in a row return what they should and do nothing",
    .takes = "K",
    .local = true,
    .parse = quasi_parse_number,
    .plan = plan,
};
