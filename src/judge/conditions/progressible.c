// SPDX-License-Identifier: MIT
// Synchronisation progressibility (Lawrence and Lowe, §2.6), of a history in which all
// operations that have not returned are stuck: who can go on must. The history is
// right if some maximal synchronisation linearisation anticipates no return: an order
// of just the operations that returned, after which the spec lets no group of the
// others take effect. For an ordinary object, `deq` must not wait while there is
// something in the queue.
//
// So a history that is not synchronised is not progressible either. What was left out
// could be what somebody waits for, so counterexamples are not made small here.

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/search/oracle.h"
#include "judge/search/sync_graph.h"
#include "judge/search/sync_search.h"

extern const judge judge_synchronised;

static void *session_new(const lp_spec *spec, lp_pool *pool)
{
    return sync_search_new(spec, pool);
}

static void session_free(void *session)
{
    sync_search_free(session);
}

static void run(const judge_task *task, lp_verdict *v)
{
    if (sync_graph_run(task, true, v))
        return;
    sync_search *s = task->session ? task->session : session_new(task->spec, task->history->pool);
    sync_search_run(s, task, (sync_search_options){.asap = true, .stuck = true}, v);
    if (!task->session)
        session_free(s);
}

static void name(const judge_task *task, const uint32_t *ops, uint32_t count, text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, "%s", i == 0 ? "" : i + 1 < count ? ", " : " and ");
        op_print(task->history->pool, &task->history->ops[ops[i]], out);
    }
}

// Some order that explains what returned: who else took effect in it should have
// returned too.
static uint32_t took_effect(sync_search *s, const judge_task *task, uint32_t *ops)
{
    judge_task again = *task;
    again.want_witness = true;
    lp_verdict w;
    lp_verdict_init(&w);
    sync_search_run(s, &again, (sync_search_options){.asap = true}, &w);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w.witness_count; i++)
        for (uint32_t k = 0; k < w.witness[i].count; k++)
            if (lp_op_pending(&task->history->ops[w.witness[i].ops[k]]) && count < LP_MAX_ARITY)
                ops[count++] = w.witness[i].ops[k];
    lp_verdict_fini(&w);
    return count;
}

// "send(92) and receive() are stuck, though they could have gone on together"
static void explain(const judge_task *task, lp_verdict *v)
{
    sync_search *s = sync_search_new(task->spec, task->history->pool);
    uint32_t ops[LP_MAX_ARITY];
    uint32_t count = sync_search_stuck_group(s, task, ops);
    bool together = count > 0;
    if (!together)
        count = took_effect(s, task, ops);
    sync_search_free(s);
    if (!count)
        return;
    v->outcome = LP_VIOLATED;
    v->culprit = ops[0];
    text line = {0};
    name(task, ops, count, &line);
    if (together)
        text_add(&line, count == 1 ? " is stuck, though it could have gone on"
                                   : " are stuck, though they could have gone on together");
    else
        text_add(&line, count == 1 ? " is stuck, though it has taken effect"
                                   : " are stuck, though they have taken effect");
    verdict_copy(&v->reason, line.bytes);
    text_fini(&line);
}

const judge judge_progressible = {
    .name = "progressible",
    .summary = "as synchronised; and operations that never returned could not have gone on",
    .local = true,
    .session_new = session_new,
    .session_free = session_free,
    .run = run,
    .explain = explain,
    .precedes = lp_op_precedes,
    .stuck = true,
    .unstuck = &judge_synchronised,
};
