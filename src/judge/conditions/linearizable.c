// SPDX-License-Identifier: MIT
// Linearizability (Herlihy and Wing, 1990): every operation seems to take
// effect at one instant between its call and its return. For a spec with
// synchronisations this is synchronisation linearisation: several operations
// take effect together at an instant that lies within all of them.
//
// Judged by the fastest judge whose preconditions hold: one made for the spec,
// else the search, else (synchronisations) the monitor. The monitor explains.

#include "base/memory.h"
#include "judge/fast/fast.h"
#include "judge/monitor/monitor_run.h"
#include "judge/search/jit_search.h"
#include "judge/search/turns.h"

#include <stdlib.h>

// Steps per operation that a witness is worth.
enum { WITNESS_STEPS = 10 };

typedef struct session {
    const fast_judge *fast;
    bool turns; // turns_run is for this spec
    jit_search *search;
} session;

static void *session_new(const lp_spec *spec, lp_pool *pool)
{
    session *s = memory_new(1, sizeof *s);
    s->fast = fast_find(spec);
    s->turns = turns_fit(spec);
    s->search = spec->syncs ? NULL : jit_search_new(spec, pool);
    return s;
}

static void session_free(void *given)
{
    session *s = given;
    jit_search_free(s->search);
    free(s);
}

// It holds; the search only has to find an order. It need not: then there is none
// to be shown.
static void find_witness(session *s, const judge_task *task, lp_verdict *v)
{
    judge_task bounded = *task;
    bounded.budget = (uint64_t)task->history->op_count * WITNESS_STEPS;
    lp_verdict w;
    lp_verdict_init(&w);
    jit_search_run(s->search, &bounded, &w);
    if (w.outcome == LP_VIOLATED)
        verdict_decide(v, LP_ERROR,
                       "internal error: two judges disagree about this history; please report it");
    if (w.outcome == LP_HOLDS) {
        v->witness = w.witness;
        v->witness_count = w.witness_count;
        v->has_witness = true;
        w.witness = NULL;
    }
    lp_verdict_fini(&w);
}

// By one of the judges that know the spec; false: none of them can tell.
static bool run_special(session *s, const judge_task *task, lp_verdict *v)
{
    const char *name = s->fast ? s->fast->name : NULL;
    v->outcome = s->fast ? s->fast->run(task) : LP_UNKNOWN;
    if (v->outcome == LP_UNKNOWN && s->turns) {
        v->outcome = turns_run(task);
        name = "queue, turn by turn";
    }
    if (v->outcome == LP_UNKNOWN)
        return false;
    verdict_copy(&v->judge, name);
    if (v->outcome == LP_HOLDS && task->want_witness)
        find_witness(s, task, v);
    return true;
}

static void run_in(session *s, const judge_task *task, lp_verdict *v)
{
    if (run_special(s, task, v))
        return;
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
    .explain = monitor_reason,
    .precedes = lp_op_precedes,
};
