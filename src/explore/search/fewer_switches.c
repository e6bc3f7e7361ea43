// SPDX-License-Identifier: MIT
// See fewer_switches.h.

#include "explore/search/fewer_switches.h"

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/search/deadlock.h"
#include "explore/search/strategy.h"
#include "harness/serial/serial_spec.h"

enum { STEPS_BUDGET = 2000000, BOUND_MAX = 3 };

typedef struct switch_reduction {
    const search_options *options;
    intern *fine; // histories that were judged to be so
    end_kind like;
} switch_reduction;

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

// Is the execution that has ended like the one that was found?
static bool alike(switch_reduction *s, end_kind end)
{
    if (end != s->like)
        return false;
    if (end == END_DEADLOCK)
        client_open_calls();
    bool judged = end == END_COMPLETE || (end == END_DEADLOCK && deadlock_in_operations());
    return !s->options->judge || !judged || violates(s);
}

void fewer_switches(const search_options *o, schedule *found)
{
    switch_reduction s = {.options = o, .fine = intern_new(), .like = ended.how};
    search_options bounded = *o;
    bounded.preemptions = BOUND_MAX;
    strategy *search = strategy_new(SEARCH_BOUNDED, &bounded);
    uint64_t max_steps = config.max_steps, steps = 0;
    config.max_steps = max_steps < 2000 ? max_steps : 2000; // a thread that spins gets nowhere
    do {
        end_kind end = strategy_run(search);
        steps += rt.steps;
        if (steps >= STEPS_BUDGET || limits_reached(o->limits))
            break;
        if (!alike(&s, end))
            continue;
        found->count = 0;
        search->type->schedule(search, found);
        break;
    } while (search->type->next(search));
    config.max_steps = max_steps;
    strategy_free(search);
    intern_free(s.fine);
}
