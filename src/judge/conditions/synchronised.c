// SPDX-License-Identifier: MIT
// Synchronisation linearisation (Lawrence and Lowe, "Synchronisation: specification
// and testing"): operations take effect in groups, each at one instant that lies
// within all of its operations. Groups of one are ordinary operations, so for an
// ordinary spec this is linearizability.
//
// Judged by the fastest judge whose preconditions hold: for an ordinary spec those of
// linearizability; a matching, if there is no state and nobody meets more than one
// other; else the direct search.

#include "base/memory.h"
#include "judge/monitor/monitor_run.h"
#include "judge/search/sync_graph.h"
#include "judge/search/sync_search.h"

#include <stdlib.h>

extern const judge judge_linearizable;

typedef struct session {
    sync_search *search;
    void *linearizable;
} session;

static void *session_new(const lp_spec *spec, lp_pool *pool)
{
    session *s = memory_new(1, sizeof *s);
    if (spec->syncs)
        s->search = sync_search_new(spec, pool);
    else
        s->linearizable = judge_linearizable.session_new(spec, pool);
    return s;
}

static void session_free(void *given)
{
    session *s = given;
    sync_search_free(s->search);
    if (s->linearizable)
        judge_linearizable.session_free(s->linearizable);
    free(s);
}

static void run_in(session *s, const judge_task *task, lp_verdict *v)
{
    if (s->linearizable) {
        judge_task ordinary = *task;
        ordinary.session = s->linearizable;
        judge_linearizable.run(&ordinary, v);
    } else if (!sync_graph_run(task, false, v)) {
        sync_search_run(s->search, task, (sync_search_options){.asap = true}, v);
    }
}

static void run(const judge_task *task, lp_verdict *v)
{
    session *s = task->session ? task->session : session_new(task->spec, task->history->pool);
    run_in(s, task, v);
    if (!task->session)
        session_free(s);
}

const judge judge_synchronised = {
    .name = "synchronised",
    .summary = "operations that meet take effect together, at one instant within all of them",
    .prefix_closed = true,
    .local = true,
    .session_new = session_new,
    .session_free = session_free,
    .run = run,
    .explain = monitor_reason,
    .precedes = lp_op_precedes,
};
