// SPDX-License-Identifier: MIT
// All groups of candidates, place by place: see sync_groups.h.

#include "judge/monitor/sync_groups.h"

typedef struct choice {
    const groups *groups;
    uint32_t sync;
    uint32_t wanted; // must be in the group; GROUPS_NONE: nobody
    uint32_t members[LP_MAX_ARITY];
    uint32_t count;
} choice;

static bool contains(const choice *c, uint32_t candidate)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->members[i] == candidate)
            return true;
    return false;
}

static bool fits(const choice *c, const lp_sync *shape, uint32_t candidate)
{
    const groups *g = c->groups;
    uint32_t method = lp_sync_method(shape, c->count);
    if (g->methods[candidate] != method)
        return false;
    if (g->alike && g->alike[candidate] != GROUPS_NONE && !contains(c, g->alike[candidate]))
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->members[i] == candidate)
            return false;
        // Only one order of those that may change places: the ascending one.
        if (shape->alike && c->members[i] > candidate && lp_sync_method(shape, i) == method)
            return false;
    }
    return true;
}

static bool fill(choice *c)
{
    const lp_sync *shape = &c->groups->spec->syncs[c->sync];
    if (c->count >= shape->count && (c->wanted == GROUPS_NONE || contains(c, c->wanted)) &&
        c->groups->found(c->groups->context, c->sync, c->members, c->count))
        return true;
    if (c->count == lp_sync_most(shape))
        return false;
    for (uint32_t i = 0; i < c->groups->count; i++) {
        if (!fits(c, shape, i))
            continue;
        c->members[c->count++] = i;
        bool enough = fill(c);
        c->count--;
        if (enough)
            return true;
    }
    return false;
}

static bool each(const groups *g, uint32_t wanted)
{
    choice c = {.groups = g, .wanted = wanted};
    for (c.sync = 0; c.sync < g->spec->sync_count; c.sync++)
        if (fill(&c))
            return true;
    for (uint32_t i = 0; !g->spec->syncs && i < g->count; i++) {
        bool there = g->methods[i] != GROUPS_NONE && (wanted == GROUPS_NONE || wanted == i) &&
                     (!g->alike || g->alike[i] == GROUPS_NONE);
        if (there && g->found(g->context, g->methods[i], &i, 1))
            return true;
    }
    return false;
}

bool groups_each(const groups *g)
{
    return each(g, GROUPS_NONE);
}

bool groups_with(const groups *g, uint32_t candidate)
{
    return each(g, candidate);
}
