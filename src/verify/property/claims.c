// SPDX-License-Identifier: MIT
// See claims.h.

#include "verify/property/claims.h"

#include "judge/judge.h"
#include "verify/property/commit_property.h"
#include "verify/property/monitor_property.h"
#include "verify/property/order_property.h"
#include "verify/property/point_property.h"

const char *claim_name(claim c)
{
    static const char *const names[] = {
        NULL,           "linearizable",  "sequential", "serializable", "synchronised",
        "progressible", "commit-atomic", "implements", "progress",     "temporal",
    };
    return names[c];
}

property claim_property(const claim_options *o, const transition_system *s)
{
    if (o->claim == CLAIM_COMMIT_ATOMIC)
        return commit_property(s);
    if (!o->spec)
        return property_none();
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
