// SPDX-License-Identifier: MIT
// See complete_property.h. A state (past_states.h) has the run that it is in, and whether that has
// come to its returns; for each process its open call and the run of that; then what has returned.

#include "verify/property/complete_property.h"

#include "base/memory.h"
#include "verify/property/past_states.h"

#include <stdlib.h>

// Of `now`; of each process; of what has returned. The process is 0, if it does not matter.
enum { RUN, RETURNING, OWN };
enum { CALL, CALL_RUN, EACH };
enum { FROM, TO, PROCESS, DONE_CALL, RESULT, DONE };

typedef struct completes {
    complete_options o;
    past_states p;
    const char *trouble;
    bool failed;
    error why;
} completes;

static void release(void *context)
{
    completes *c = context;
    past_states_fini(&c->p);
    free(c);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const completes *)context)->p.states);
}

static const char *trouble(const void *context)
{
    return ((const completes *)context)->trouble;
}

static bool failed(const void *context, error *e)
{
    const completes *c = context;
    if (c->failed)
        *e = c->why;
    return c->failed;
}

static bool complete(const completes *c)
{
    return past_quiet(&c->p) && (!c->o.calls || c->p.done_count == c->o.calls);
}

// Operations belong to nobody, unless the spec asks for it: then no two of a process overlap.
static lp_history *history_of(const void *context)
{
    const completes *c = context;
    const past_states *p = &c->p;
    lp_history *h = lp_history_new(p->s->pool);
    uint32_t *op = memory_new(p->done_count, sizeof *op);
    for (uint32_t now = 0; now <= p->now[RUN]; now++) {
        for (uint32_t i = 0; i < p->done_count; i++) {
            const uint32_t *d = past_done(p, i);
            if (d[FROM] == now)
                op[i] = past_history_call(p, d[DONE_CALL],
                                          c->o.spec->looks_at_process ? d[PROCESS] : i, h);
        }
        for (uint32_t i = 0; i < p->done_count; i++)
            if (past_done(p, i)[TO] == now)
                lp_history_return(h, op[i], past_result_of(p, past_done(p, i)[RESULT]));
    }
    free(op);
    return h;
}

static past_answer ask(completes *c, uint32_t state)
{
    past_answer answer;
    c->failed = !past_judge(&c->p, state, history_of, c, c->o.condition, c->o.spec, c->o.limits,
                            &answer, &c->why);
    if (answer == PAST_UNKNOWN && !limits_reached(c->o.limits))
        c->trouble = "a history could not be judged";
    return answer;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    completes *c = context;
    past_states *p = &c->p;
    history_event v;
    past_step step = past_take(p, state, m, &v);
    if (step == PAST_NOTHING)
        return state;
    if (step == PAST_NO_HISTORY)
        return OBSERVED_VIOLATION;
    uint32_t *open = past_of(p, v.process);
    if (step == PAST_CALL) {
        p->now[RUN] += p->now[RETURNING];
        p->now[RETURNING] = 0;
        open[CALL_RUN] = p->now[RUN];
        return past_save(p);
    }
    p->now[RETURNING] = 1;
    const uint32_t done[DONE] = {open[CALL_RUN], p->now[RUN],
                                 c->o.spec->looks_at_process ? v.process : 0, open[CALL] - 1,
                                 past_result(p, v.value)};
    open[CALL] = open[CALL_RUN] = 0;
    past_add(p, done);
    uint32_t next = past_save(p);
    past_answer answer = complete(c) ? ask(c, next) : PAST_RIGHT;
    return answer == PAST_RIGHT ? next : answer == PAST_WRONG ? OBSERVED_VIOLATION : OBSERVED_STOP;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    return past_reorder(&((completes *)context)->p, state, order);
}

property complete_property(const complete_options *o, const transition_system *s)
{
    completes *c = memory_new(1, sizeof *c);
    c->o = *o;
    past_states_init(&c->p, &(past_layout){.own = OWN, .each = EACH, .done = DONE}, s);
    return (property){.context = c,
                      .start = past_save(&c->p),
                      .event = event,
                      .reorder = o->spec->looks_at_process ? NULL : reorder,
                      .value_symmetric = true,
                      .count = state_count,
                      .trouble = trouble,
                      .failed = failed,
                      .free = release};
}
