// SPDX-License-Identifier: MIT
// One execution along a given schedule, traced and judged.

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "explore/search/deadlock.h"
#include "explore/search/decision_path.h"
#include "explore/search/strategy.h"
#include "explore/show/execution_trace.h"
#include "explore/show/execution_verdict.h"
#include "harness/serial/serial_spec.h"
#include "judge/evidence/possible_states.h"

#include <stdio.h>
#include <string.h>

typedef struct replay {
    strategy base;
    const schedule *along;
    uint32_t next;
    bool misfit;
} replay;

static void begin(strategy *base)
{
    replay *r = (replay *)base;
    r->next = 0;
    r->misfit = false;
}

static uint32_t misfit(replay *r, const char *what)
{
    r->misfit = true;
    ended.how = END_ERROR;
    snprintf(ended.text, sizeof ended.text, "the schedule does not fit: at its step %u %s",
             r->next + 1, what);
    return DECIDE_STOP;
}

static uint32_t decide(strategy *base, const decision *d)
{
    replay *r = (replay *)base;
    if (r->next == r->along->count)
        return strategy_stop(END_SCHEDULE, "");
    uint16_t step = r->along->steps[r->next];
    if (d->is_choice != ((step & SCHEDULE_CHOICE) != 0))
        return misfit(r, d->is_choice ? "a choice must be answered" : "there is no choice");
    uint32_t index = step & ~(uint32_t)SCHEDULE_CHOICE;
    if (!d->is_choice) {
        for (index = 0; index < d->count; index++)
            if (thread_number(&rt.fibers[d->options[index]]) == step)
                break;
    }
    if (index >= d->count)
        return misfit(r,
                      d->is_choice ? "there is no such alternative" : "that thread cannot go on");
    r->next++;
    return index;
}

static const strategy_type replay_strategy = {
    .begin = begin, .decide = decide, .end = strategy_ignore};

bool search_replay(const search_options *o, const scenario *sc, const schedule *along, bool stuck,
                   lp_verdict *v, error *e)
{
    client_set(o->subject, sc);
    schedule_set_shared(along);
    learnt.symmetry = false; // a schedule fits without
    replay r = {.base = {&replay_strategy}, .along = along};
    end_kind end;
    for (;;) {
        trace_begin();
        end = strategy_run(&r.base);
        if (end != END_RESTART)
            break;
        trace_end(v); // an address that was thought to be private: once more
        lp_verdict_fini(v);
        lp_verdict_init(v);
    }
    if (end == END_COMPLETE && r.next < along->count) {
        misfit(&r, "the execution has come to its end");
        end = END_ERROR;
    }
    if (end != END_COMPLETE)
        client_open_calls();
    lp_history *h = client_history(o->subject->pool);
    bool ok = true;
    if (end == END_COMPLETE && !o->judge) {
        v->outcome = LP_HOLDS;
    } else if (end == END_COMPLETE || ((end == END_DEADLOCK || (stuck && end == END_SCHEDULE)) &&
                                       o->judge && deadlock_in_operations())) {
        ok = end == END_COMPLETE ? serial_judge(o->judge, h, o->subject->spec, o->limits, v, e)
                                 : deadlock_judge(o, h, v, e);
        if (ok && end == END_COMPLETE && v->left_out)
            possible_states_of_run(o->judge, h, o->subject->spec, o->limits, v);
        if (ok && v->outcome == LP_VIOLATED && !v->history)
            v->history = h, h = NULL;
    } else {
        verdict_end(v);
    }
    if (ok && h && !v->history) {
        v->history = h;
        v->culprit = LP_NO_EVENT;
        h = NULL;
    }
    trace_end(v);
    if (h)
        lp_history_free(h);
    text t = {0};
    schedule_print(along, &t);
    verdict_copy(&v->schedule, t.bytes);
    text_fini(&t);
    return ok && (!r.misfit || error_set(e, "%s", ended.text));
}
