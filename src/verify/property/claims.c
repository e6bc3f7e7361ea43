// SPDX-License-Identifier: MIT
// See claims.h.

#include "verify/property/claims.h"

#include "judge/judge.h"
#include "verify/property/commit_property.h"
#include "verify/property/complete_property.h"
#include "verify/property/monitor_property.h"
#include "verify/property/order_property.h"
#include "verify/property/point_property.h"
#include "verify/property/quiescent_property.h"

#include <string.h>

const char *claim_name(claim c)
{
    static const char *const names[] = {
        [CLAIM_LINEARIZABLE] = "linearizable",   [CLAIM_SEQUENTIAL] = "sequential",
        [CLAIM_SERIALIZABLE] = "serializable",   [CLAIM_SYNCHRONISED] = "synchronised",
        [CLAIM_PROGRESSIBLE] = "progressible",   [CLAIM_CONDITION] = NULL,
        [CLAIM_COMMIT_ATOMIC] = "commit-atomic", [CLAIM_IMPLEMENTS] = "implements",
        [CLAIM_PROGRESS] = "progress",           [CLAIM_TEMPORAL] = "temporal",
    };
    return names[c];
}

condition_way condition_way_of(const judge_plan *p)
{
    if (judge_plan_linearizable(p))
        return CONDITION_MONITORED;
    return strcmp(p->judge.name, "quiescent") == 0 && !p->spec->split ? CONDITION_QUIET
                                                                      : CONDITION_COMPLETE;
}

static property condition_property(const claim_options *o, const transition_system *s)
{
    if (condition_way_of(o->plan) == CONDITION_QUIET) {
        quiescent_options q = {o->spec, o->spec_methods, o->v, o->bounded, o->limits};
        return quiescent_property(&q, s);
    }
    if (condition_way_of(o->plan) == CONDITION_COMPLETE) {
        complete_options c = {o->condition, o->spec, o->calls, o->limits};
        return complete_property(&c, s);
    }
    // A relaxed spec has the methods of its base, in the same order.
    monitor_options m = {
        .spec = o->plan->spec, .methods = o->spec_methods, .values = true, .limits = o->limits};
    return monitor_property(&m, s);
}

property claim_property(const claim_options *o, const transition_system *s)
{
    if (o->claim == CLAIM_COMMIT_ATOMIC)
        return commit_property(s);
    if (!o->spec)
        return property_none();
    if (o->claim == CLAIM_CONDITION)
        return condition_property(o, s);
    if (o->claim == CLAIM_SEQUENTIAL || o->claim == CLAIM_SERIALIZABLE) {
        error e = {0};
        const judge *condition = judge_find(claim_name(o->claim), &e);
        return orders_property(condition, o->claim == CLAIM_SEQUENTIAL, o->spec, s, o->limits);
    }
    if (o->points)
        return points_property(points_new(o->spec, o->spec_methods, s));
    monitor_options m = {.spec = o->spec,
                         .methods = o->spec_methods,
                         .values = o->claim == CLAIM_LINEARIZABLE || o->claim == CLAIM_PROGRESSIBLE,
                         .rests = o->claim == CLAIM_PROGRESSIBLE,
                         .limits = o->limits};
    return monitor_property(&m, s);
}
