// SPDX-License-Identifier: MIT
// There is a state from which no schedule leads to an end: shows it.

#include "explore/search_state.h"

#include "explore/runtime.h"
#include "explore/schedule.h"
#include "explore/state.h"

#include <stdlib.h>

// Follows the branch choices that first led to a state; then lets each thread in
// turn go a little further, to show what it is busy with.
enum { TURN = 8 };

typedef struct guide {
    uint32_t *choices;
    uint32_t count, next;
    uint32_t after, threads; // steps taken after the choices; how many threads had a turn
    uint32_t runs;           // which of them has it
    schedule taken;
} guide;

static uint32_t take_turns(guide *g, const decision *d)
{
    if (g->after++ % TURN == 0) {
        g->runs = d->options[d->count - 1]; // not the one that ran last, if there is a choice
        if (++g->threads > rt.thread_count)
            return search_stop(END_SCHEDULE, "");
    }
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++)
        if (d->options[i] == g->runs)
            return i;
    return 0;
}

static uint32_t follow(void *context, const decision *d)
{
    guide *g = context;
    uint32_t index = 0;
    if (g->next == g->count) {
        index = take_turns(g, d);
        if (index == DECIDE_STOP)
            return index;
    } else if (d->count > 1) {
        while (index < d->count && decision_option(d, index) != g->choices[g->next])
            index++;
        g->next++;
        if (index == d->count)
            return search_stop(END_UNKNOWN, "the object does not do the same twice");
    }
    schedule_add(&g->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}

bool search_tell_stuck(search *s, const schedule *taken, lp_verdict *v, error *e)
{
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = search_replay(s->options, s->scenario, taken, v, e);
    // Where time, or what is not controlled, could change the course, nothing is proved.
    if (ok && (rt.clock_used || rt.uncontrolled[0]))
        verdict_decide(v, LP_UNKNOWN, "no schedule lets all operations return any more; but %s",
                       rt.clock_used ? "the object looks at the clock, which stands still here"
                                     : rt.uncontrolled);
    else if (ok)
        verdict_decide(v, LP_VIOLATED, "livelock: no schedule lets all operations return any more");
    return ok;
}

bool search_show_stuck(search *s, uint32_t state, lp_verdict *v, error *e)
{
    guide g = {0};
    g.choices = state_graph_path(s->graph, state, &g.count);
    execution_run(follow, &g);
    schedule_note_shared(&g.taken);
    bool ok = search_tell_stuck(s, &g.taken, v, e);
    free(g.choices);
    schedule_fini(&g.taken);
    return ok;
}
