// SPDX-License-Identifier: MIT
// See fewer_switches.h.

#include "explore/search/fewer_switches.h"

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/search/deadlock.h"
#include "explore/search/depth_first.h"
#include "harness/serial/serial_spec.h"

#include <string.h>

enum { STEPS_BUDGET = 2000000, BOUND_MAX = 3 };

typedef struct switch_reduction {
    const search_options *options;
    depth_first search;
    intern *fine; // histories that were judged to be so
    end_kind like;
    uint64_t budget;
} switch_reduction;

static uint32_t decide(void *context, const decision *d)
{
    switch_reduction *s = context;
    bool fresh;
    const branch *b = s->budget ? depth_first_at(&s->search, d, &fresh) : NULL;
    if (!b) {
        ended.how = END_PRUNED;
        s->budget = 0;
        return DECIDE_STOP;
    }
    s->budget--;
    return depth_first_take(&s->search, b);
}

static bool violates(switch_reduction *s)
{
    bool fresh;
    if (!s->options->judge)
        return false;
    intern_add_fresh(s->fine, rt.events, rt.event_count * sizeof *rt.events, &fresh);
    if (!fresh)
        return false;
    lp_verdict v;
    error ignored;
    lp_verdict_init(&v);
    const search_options *o = s->options;
    lp_history *h = client_history(o->subject->pool);
    bool bad = ended.how == END_DEADLOCK
                   ? deadlock_judge(o, h, &v, &ignored)
                   : serial_judge(o->judge, h, o->subject->spec, o->limits, &v, &ignored);
    bad = bad && v.outcome == LP_VIOLATED;
    lp_history_free(h);
    lp_verdict_fini(&v);
    return bad;
}

static bool try_bound(switch_reduction *s, uint32_t bound, schedule *found)
{
    depth_first_fini(&s->search);
    depth_first_init(&s->search, bound);
    do {
        depth_first_begin(&s->search);
        end_kind end = execution_run(decide, s);
        if (!s->budget || limits_reached(s->options->limits))
            return false;
        if (end != s->like)
            continue;
        if (end == END_DEADLOCK)
            client_open_calls();
        bool judged = end == END_COMPLETE || (end == END_DEADLOCK && deadlock_in_operations());
        if (s->options->judge && judged && !violates(s))
            continue;
        found->count = 0;
        path_schedule(&s->search.path, found);
        return true;
    } while (depth_first_next(&s->search));
    return false;
}

void fewer_switches(const search_options *o, schedule *found)
{
    switch_reduction s = {
        .options = o, .fine = intern_new(), .like = ended.how, .budget = STEPS_BUDGET};
    uint64_t max_steps = config.max_steps;
    config.max_steps = max_steps < 2000 ? max_steps : 2000; // a thread that spins gets nowhere
    for (uint32_t bound = 0; bound <= BOUND_MAX && s.budget; bound++)
        if (try_bound(&s, bound, found))
            break;
    config.max_steps = max_steps;
    depth_first_fini(&s.search);
    intern_free(s.fine);
}
