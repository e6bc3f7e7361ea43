// SPDX-License-Identifier: MIT
// See strategy.h. Which strategy a kind of search is, and what several of them share.

#include "explore/search/strategy.h"

#include "explore/runtime/runtime.h"
#include "explore/search/recording_strategy.h"

#include <string.h>

static const struct {
    const char *name;
    const strategy_type *type;
} kinds[] = {
    [SEARCH_AUTO] = {"auto", &dpor_strategy}, // the exploration falls back to states
#define SEARCH(kind, name, strategy) [SEARCH_##kind] = {name, &(strategy)},
#include "explore/search/search_kinds.def"
};

const char *search_kind_name(search_kind kind)
{
    return kinds[kind].name;
}

bool search_kind_samples(search_kind kind)
{
    return kinds[kind].type->samples;
}

bool search_kind_find(const char *name, search_kind *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, name)) {
            *kind = (search_kind)i;
            return true;
        }
    return false;
}

strategy *strategy_new(search_kind kind, const search_options *o)
{
    const strategy_type *type = kinds[kind].type;
    strategy *s = type->create(o);
    s->type = type;
    return o->effects ? recording_strategy_new(s, o->effects) : s;
}

void strategy_free(strategy *s)
{
    if (s)
        s->type->free(s);
}

static uint32_t decide(void *context, const decision *d)
{
    strategy *s = context;
    return s->type->decide(s, d);
}

end_kind strategy_run(strategy *s)
{
    s->type->begin(s);
    execution_run(decide, s);
    s->type->end(s);
    return ended.how;
}

uint32_t strategy_stop(end_kind end, const char *why)
{
    ended.how = end;
    strncpy(ended.text, why, sizeof ended.text - 1);
    return DECIDE_STOP;
}

uint32_t strategy_differs(void)
{
    return strategy_stop(
        END_UNKNOWN,
        "the object does not do the same in two executions with the same schedule: it depends on "
        "something explore does not control");
}
