// SPDX-License-Identifier: MIT
// See fewer_switches.h.

#include "explore/search/fewer_switches.h"

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/search/deadlock.h"
#include "explore/search/decision_path.h"
#include "harness/serial/serial_spec.h"

#include <string.h>

enum { STEPS_BUDGET = 2000000, BOUND_MAX = 3 };

typedef struct switch_reduction {
    const search_options *options;
    path path;
    intern *fine; // histories that were judged to be so
    end_kind like;
    uint64_t budget;
} switch_reduction;

static uint32_t decide(void *context, const decision *d)
{
    switch_reduction *s = context;
    bool fresh;
    const path_frame *f = s->budget ? path_at(&s->path, d, &fresh) : NULL;
    if (!f) {
        ended.how = END_PRUNED;
        s->budget = 0;
        return DECIDE_STOP;
    }
    s->budget--;
    return path_take(&s->path, f);
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
    path_fini(&s->path);
    path_init(&s->path, bound);
    do {
        path_begin(&s->path);
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
        path_schedule(&s->path, found);
        return true;
    } while (path_next(&s->path));
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
    path_fini(&s.path);
    intern_free(s.fine);
}
