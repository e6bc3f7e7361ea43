// SPDX-License-Identifier: MIT
// See strategy.h. Which strategy a kind of search is, and what several of them share.

#include "explore/search/strategy.h"

#include "explore/runtime/runtime.h"

#include <string.h>

static const struct {
    const char *name;
    const strategy_type *type;
} kinds[] = {
    [SEARCH_AUTO] = {"auto", &dpor_strategy}, // the exploration falls back to states
    [SEARCH_DPOR] = {"dpor", &dpor_strategy},
    [SEARCH_STATES] = {"states", &states_strategy},
    [SEARCH_PATHS] = {"paths", &paths_strategy},
    [SEARCH_BOUNDED] = {"bounded", &bounded_strategy},
    [SEARCH_RANDOM] = {"random", &random_strategy},
    [SEARCH_PCT] = {"pct", &pct_strategy},
};

const char *search_kind_name(search_kind kind)
{
    return kinds[kind].name;
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
    return s;
}

void strategy_free(strategy *s)
{
    if (s)
        s->type->free(s);
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
