// SPDX-License-Identifier: MIT
// The verdict on a stream: see stream_judge.h.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/explain.h"
#include "judge/evidence/verdict.h"
#include "judge/monitor/stream_inside.h"

#include <stdlib.h>

// The last operations of the lane, with the culprit.
static void show_window(stream *s, stream_lane *l, lp_verdict *v)
{
    uint32_t culprit = l->shown[s->bad_slot];
    const lp_history *h = l->window;
    bool *keep = memory_new(h->op_count, sizeof *keep);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->op_count; i++) {
        keep[i] = i == culprit || i + STREAM_WINDOW >= h->op_count ||
                  (lp_op_pending(&h->ops[i]) && i + STREAM_WINDOW_MOST >= h->op_count);
        if (i == culprit)
            v->culprit = n;
        n += keep[i];
    }
    v->history = lp_history_select(h, keep);
    free(keep);
}

static void describe(stream *s, lp_verdict *v)
{
    stream_lane *l = &s->lanes[s->bad_lane];
    text what = {0}, detail = {0};
    const lp_op *op = &l->window->ops[l->shown[s->bad_slot]];
    op_print(s->pool, op, &what);
    verdict_violate(v, LP_VIOLATION_CONDITION,
                    s->bad_failed ? "%s failed, but what others saw proves that it took effect"
                                  : "no order of the operations explains %s",
                    what.bytes);
    monitor_print_violation(s->monitor, s->bad_set, s->bad_slot, s->bad_result,
                            s->spec->syncs || s->bad_failed ? NULL : what.bytes, &detail);
    text_add(&detail, "\nThe picture shows the last operations only.");
    verdict_copy(&v->detail, detail.bytes);
    text_fini(&what);
    text_fini(&detail);
}

void stream_finish(stream *s, lp_verdict *v)
{
    verdict_copy(&v->condition, "linearizable");
    verdict_copy(&v->spec, s->spec->name);
    verdict_copy(&v->judge, "monitor, as events came");
    verdict_copy(&v->coverage, s->operations ? "all that was seen" : VERDICT_NOTHING);
    for (uint32_t i = 0; s->outcome == LP_HOLDS && i < intern_count(s->keys); i++)
        if (s->lanes[i].rolling)
            stream_look(s, i, true, true);
    if (s->fast || s->searched)
        verdict_set(&v->judge, "%s, as events came",
                    s->fast ? s->fast->name : "monitor and just-in-time search");
    v->outcome = s->outcome;
    if (s->outcome == LP_UNKNOWN)
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(s->limits));
    if (s->outcome == LP_VIOLATED && s->lanes[s->bad_lane].rolling) {
        judge_task task = stream_window_task(s->lanes[s->bad_lane].rolling);
        explain_violation(judge_find("linearizable", NULL), &task, v);
        if (stream_window_forgot(s->lanes[s->bad_lane].rolling))
            verdict_copy(
                &v->detail,
                "Operations that were settled are forgotten while a history is followed, and are "
                "not "
                "shown: a value that is returned here may be one of theirs, which came too late. "
                "Judged whole, the history shows it.");
    } else if (s->outcome == LP_VIOLATED) {
        describe(s, v);
        show_window(s, &s->lanes[s->bad_lane], v);
    }
    if (v->history)
        v->left_out = s->operations - v->history->op_count;
    verdict_figure(v, LP_FIGURE_OPERATIONS, (double)s->operations);
}
