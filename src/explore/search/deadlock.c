// SPDX-License-Identifier: MIT
// See deadlock.h. As `test` judges a round that got stuck: first by the condition, then by
// progressibility, which asks whether the spec lets one of the open operations take
// effect. An order of operations is a deadlock only by the spec, so it is the same
// for specs of the user's own and for `--spec self`, where a call that never returns in
// a serial run is one that may wait.

#include "explore/search/deadlock.h"

#include "explore/runtime/runtime.h"
#include "explore/show/execution_verdict.h"
#include "harness/serial/serial_spec.h"

bool deadlock_in_operations(void)
{
    int32_t open[FIBERS_MAX] = {0}, all = 0;
    for (uint32_t i = 0; i < rt.event_count; i++) {
        int32_t change = rt.events[i].is_return ? -1 : 1;
        open[rt.events[i].process] += change;
        all += change;
    }
    bool main_waits = rt.fibers[FIBER_MAIN].s.next.kind == OP_JOIN_ALL || open[rt.thread_count];
    return main_waits && all > 0;
}

static lp_flow flow_of(const subject *s, lp_value method)
{
    uint32_t m = subject_method(s, method);
    return m == UINT32_MAX ? LP_NO_FLOW : s->object->methods[m].flow;
}

// Only calls that take something have not returned, and all that was put in is taken.
static bool nothing_is_left(const subject *s, const lp_history *h)
{
    uint32_t in = 0, out = 0, open = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        lp_flow flow = flow_of(s, op->method);
        bool returned = !lp_op_pending(op);
        if (!returned && flow != LP_OUT)
            return false;
        open += !returned;
        in += flow == LP_IN;
        out += flow == LP_OUT && returned;
    }
    return open && in <= out;
}

static const scenario_call *find_take(const subject *s, const scenario_part *part)
{
    for (uint32_t i = 0; i < part->count; i++)
        if (flow_of(s, part->calls[i].method) == LP_OUT)
            return &part->calls[i];
    return NULL;
}

const scenario_call *deadlock_suspect(const search_options *o, const scenario *sc,
                                      const lp_history *h)
{
    if (!o->judge || o->judge->stuck || !nothing_is_left(o->subject, h))
        return NULL;
    const scenario_call *found = find_take(o->subject, &sc->before);
    for (uint32_t t = 0; t < sc->thread_count && !found; t++)
        found = find_take(o->subject, &sc->threads[t]);
    return found ? found : find_take(o->subject, &sc->after);
}

bool deadlock_judge(const search_options *o, lp_history *h, lp_verdict *v, error *e)
{
    if (!serial_judge(o->judge, h, o->subject->spec, o->limits, v, e))
        return false;
    if (v->outcome != LP_HOLDS || o->judge->stuck)
        return true;
    if (o->takes_wait && nothing_is_left(o->subject, h))
        return true;
    const judge *may_wait = judge_find("progressible", e);
    if (!may_wait)
        return false;
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = serial_judge(may_wait, h, o->subject->spec, o->limits, v, e);
    judge_release(may_wait);
    if (ok && v->outcome == LP_VIOLATED) {
        lp_verdict_fini(v);
        lp_verdict_init(v);
        if (ended.how == END_DEADLOCK)
            verdict_end(v);
        else
            verdict_violate(v, LP_VIOLATION_LIVELOCK, "livelock");
    }
    return ok;
}
