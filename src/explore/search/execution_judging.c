// SPDX-License-Identifier: MIT
// What is made of an execution that has ended: its history, if it is new, is judged; a violation
// is run again with as few switches as possible, and traced.

#include "explore/search/exploration_state.h"

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/search/deadlock.h"
#include "explore/search/fewer_switches.h"
#include "explore/search/fresh_process.h"
#include "explore/search/workers.h"
#include "explore/show/execution_verdict.h"
#include "explore/show/leaks.h"
#include "harness/serial/serial_spec.h"
#include "history/history_set.h"

// The execution that just ended was the one to show: run it again and trace it.
static bool show(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    search_sample_last(s);
    s->strategy->type->schedule(s->strategy, &taken);
    s->figures->steps = ended.total_steps + rt.steps; // without those of fewer_switches
    learnt.symmetry = false;
    bool judged = ended.how == END_COMPLETE || ended.how == END_BUG || ended.how == END_DEADLOCK;
    if (judged && !ended.lost)
        fewer_switches(s->options, &taken);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = ended.lost ? afresh_replay(s->options, s->scenario, &taken, v)
                         : search_replay(s->options, s->scenario, &taken, false, v, e);
    schedule_fini(&taken);
    if (ok && v->outcome == LP_HOLDS)
        verdict_decide(v, LP_UNKNOWN,
                       "a violation was seen and did not come again with the same schedule: the "
                       "object depends on something explore does not control");
    return ok;
}

void search_note_line(search *s, const lp_history *h)
{
    history_set_add(s->lines, h);
}

// The same of one in which all that could go on go round in vain.
static bool show_stuck(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    search_sample_last(s);
    s->figures->steps = ended.total_steps + rt.steps;
    s->strategy->type->schedule(s->strategy, &taken);
    bool told = search_tell_stuck(s, &taken, v, e);
    schedule_fini(&taken);
    return told;
}

next_step search_judge(search *s, lp_verdict *v, error *e)
{
    const search_options *o = s->options;
    lp_history *h = client_history(o->subject->pool);
    if (s->lines)
        search_note_line(s, h);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = true, stuck = ended.how == END_STUCK;
    if (o->judge && (ended.how == END_DEADLOCK || stuck))
        ok = deadlock_judge(o, h, v, e);
    else if (o->judge)
        ok = serial_judge(o->judge, h, o->subject->spec, o->limits, v, e);
    else
        v->outcome = LP_HOLDS;
    lp_history_free(h);
    if (!ok)
        return FAILED;
    if (v->outcome == LP_HOLDS)
        return GO_ON;
    if (v->outcome == LP_VIOLATED && !(stuck ? show_stuck(s, v, e) : show(s, v, e)))
        return FAILED;
    return FINISHED;
}

static next_step take_history(search *s, lp_verdict *v, error *e)
{
    bool fresh;
    uint32_t number =
        intern_add_fresh(s->histories, rt.events, rt.event_count * sizeof *rt.events, &fresh);
    if (s->work && fresh)
        work_found(s->work, number);
    return fresh || s->options->repeats ? search_judge(s, v, e) : GO_ON;
}

next_step search_take_end(search *s, end_kind end, lp_verdict *v, error *e)
{
    switch (end) {
    case END_PRUNED:
        return GO_ON;
    case END_COMPLETE:
        s->figures->complete++;
        s->strategy->type->finish(s->strategy);
        uint32_t leaked = leaks_count();
        if (leaked > s->figures->leaked)
            s->figures->leaked = leaked;
        return take_history(s, v, e);
    case END_DEADLOCK:
    case END_STUCK:
        client_open_calls();
        if (!s->options->judge || !deadlock_in_operations()) {
            s->figures->stuck = true;
            bool shown = end == END_STUCK ? show_stuck(s, v, e) : show(s, v, e);
            return shown ? FINISHED : FAILED;
        }
        s->strategy->type->finish(s->strategy); // an end like any other, for the judge
        next_step next = take_history(s, v, e);
        s->figures->stuck = next == FINISHED && v->outcome == LP_VIOLATED;
        return next;
    case END_BUG:
        return show(s, v, e) ? FINISHED : FAILED;
    case END_STEPS:
        s->figures->cut_off++;
        if (s->strategy->type->samples)
            return GO_ON; // there are others
        verdict_decide(v, LP_UNKNOWN, "an execution took more than %llu steps (--max-steps)",
                       (unsigned long long)config.max_steps);
        return FINISHED;
    case END_CYCLE:
    case END_WAITS:
        return search_show_blocking(s, v, e) ? FINISHED : FAILED;
    case END_UNKNOWN:
        verdict_end(v);
        return FINISHED;
    default:
        return show(s, v, e) ? FINISHED : FAILED;
    }
}
