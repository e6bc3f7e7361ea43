// SPDX-License-Identifier: MIT
// Linearizability (Herlihy and Wing, 1990): every operation seems to take
// effect at one instant between its call and its return. For a spec with
// synchronisations this is synchronisation linearisation: several operations
// take effect together at an instant that lies within all of them.
//
// Judged by the fastest judge whose preconditions hold: one made for the spec,
// else the search, else (synchronisations) the monitor. The monitor explains.

#include "base/memory.h"
#include "judge/fast.h"
#include "judge/jit_search.h"
#include "judge/monitor_run.h"

#include <stdlib.h>

typedef struct session {
    const fast_judge *fast;
    jit_search *search;
} session;

static void *session_new(const lp_spec *spec, lp_pool *pool)
{
    session *s = memory_new(1, sizeof *s);
    s->fast = fast_find(spec);
    s->search = spec->syncs ? NULL : jit_search_new(spec, pool);
    return s;
}

static void session_free(void *given)
{
    session *s = given;
    jit_search_free(s->search);
    free(s);
}

static void run_in(session *s, const judge_task *task, lp_verdict *v)
{
    if (s->fast) {
        v->outcome = s->fast->run(task);
        verdict_set(&v->judge, "%s", s->fast->name);
        if (v->outcome == LP_VIOLATED || (v->outcome == LP_HOLDS && !task->want_witness))
            return;
    }
    if (s->search)
        jit_search_run(s->search, task, v);
    else
        monitor_run(task, v);
}

static void run(const judge_task *task, lp_verdict *v)
{
    session *s = task->session ? task->session : session_new(task->spec, task->history->pool);
    run_in(s, task, v);
    if (!task->session)
        session_free(s);
}

const judge judge_linearizable = {
    .name = "linearizable",
    .summary = "each operation takes effect at one instant between its call and its return",
    .prefix_closed = true,
    .local = true,
    .session_new = session_new,
    .session_free = session_free,
    .run = run,
    .explain = monitor_run,
    .precedes = lp_op_precedes,
};
