// SPDX-License-Identifier: MIT
// See fair_option.h.

#include "cli/verify/fair_option.h"

bool fair_option_apply(const char *words, model *m, error *e)
{
    bool any = false;
    temporal_claim read = {0};
    if (!fairness_read(words, &read))
        return error_set(e,
                         "--fair is none, weak, strong, global, or weak or strong with actions or "
                         "events after it, not \"%s\"",
                         words);
    for (uint32_t i = 0; i < m->instance_count; i++) {
        instance *v = &m->instances[i];
        const char *hint;
        if (v->claim != CLAIM_TEMPORAL)
            continue;
        any = true;
        v->temporal.fair = read.fair;
        v->temporal.fair_actions = read.fair_actions;
        v->temporal.fair_events = read.fair_events;
        const char *why = fairness_unsuited(v, &hint);
        if (why)
            return error_set(e, "--fair %s: %s", words, why);
    }
    return any || error_set(e, "--fair is for verify blocks with a formula: there is none here");
}
