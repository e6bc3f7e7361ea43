// SPDX-License-Identifier: MIT
// See deadlock.h. As `test` judges a round that got stuck: first by the condition, then by
// progressibility, which asks whether the spec lets one of the open operations take
// effect. An order of operations is a deadlock only by the spec, so it is the same
// for specs of the user's own and for `--spec self`, where a call that never returns in
// a serial run is one that may wait.

#include "explore/deadlock.h"

#include "explore/runtime.h"
#include "explore/verdicts.h"
#include "harness/serial.h"

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

bool deadlock_judge(const search_options *o, lp_history *h, lp_verdict *v, error *e)
{
    if (!serial_judge(o->judge, h, o->subject->spec, o->limits, v, e))
        return false;
    if (v->outcome != LP_HOLDS || o->judge->stuck)
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
        verdict_end(v);
    }
    return ok;
}
