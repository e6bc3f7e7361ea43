// SPDX-License-Identifier: MIT
// See order_property.h. A state (past_states.h) has the open call of each thread, then what has
// returned: in a list for each thread, or, where it does not count who did what, in one.

#include "verify/property/order_property.h"

#include "base/memory.h"
#include "verify/property/past_states.h"

#include <stdlib.h>

enum { LIST, CALL, RESULT, DONE }; // of what has returned; the list of all is 0

typedef struct orders {
    const judge *condition;
    bool by_thread; // each thread has a list of its own
    const lp_spec *spec;
    limits *limits;
    past_states p;
    const char *trouble;
    bool failed;
    error why;
} orders;

static void release(void *context)
{
    orders *o = context;
    past_states_fini(&o->p);
    free(o);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const orders *)context)->p.states);
}

static const char *trouble(const void *context)
{
    return ((const orders *)context)->trouble;
}

static bool failed(const void *context, error *e)
{
    const orders *o = context;
    if (o->failed)
        *e = o->why;
    return o->failed;
}

// Any history with these operations will do: thread after thread. Operations of the one list
// belong to no thread, and the spec does not ask for it.
static lp_history *history_of(const void *context)
{
    const orders *o = context;
    const past_states *p = &o->p;
    lp_history *h = lp_history_new(p->s->pool);
    for (uint32_t i = 0; i < p->done_count; i++) {
        const uint32_t *d = past_done(p, i);
        uint32_t op = past_history_call(p, d[CALL], o->by_thread ? d[LIST] : i, h);
        lp_history_return(h, op, past_result_of(p, d[RESULT]));
    }
    return h;
}

static past_answer ask(orders *o, uint32_t state)
{
    past_answer answer;
    o->failed = !past_judge(&o->p, state, history_of, o, o->condition, o->spec, o->limits, &answer,
                            &o->why);
    if (answer == PAST_UNKNOWN && !limits_reached(o->limits))
        o->trouble = "a history could not be judged";
    return answer;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    orders *o = context;
    past_states *p = &o->p;
    history_event v;
    past_step step = past_take(p, state, m, &v);
    if (step == PAST_NOTHING)
        return state;
    if (step == PAST_NO_HISTORY)
        return OBSERVED_VIOLATION;
    if (step == PAST_CALL)
        return past_save(p);
    uint32_t *open = past_of(p, v.process);
    const uint32_t done[DONE] = {o->by_thread ? v.process : 0, *open - 1, past_result(p, v.value)};
    *open = 0;
    past_add(p, done);
    uint32_t next = past_save(p);
    past_answer answer = past_quiet(p) ? ask(o, next) : PAST_RIGHT;
    return answer == PAST_RIGHT ? next : answer == PAST_WRONG ? OBSERVED_VIOLATION : OBSERVED_STOP;
}

// The list of all is nobody's: it stays where it is.
static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    return past_reorder(&((orders *)context)->p, state, order);
}

property orders_property(const judge *condition, bool in_order, const lp_spec *spec,
                         const transition_system *s, limits *l)
{
    orders *o = memory_new(1, sizeof *o);
    *o = (orders){.condition = condition,
                  .by_thread = in_order || spec->looks_at_process,
                  .spec = spec,
                  .limits = l};
    past_states_init(&o->p, &(past_layout){.each = 1, .done = DONE, .in_order = in_order}, s);
    // Idle threads look alike to the search, but not here if each has a past of its own.
    return (property){.context = o,
                      .start = past_save(&o->p),
                      .event = event,
                      .reorder = o->by_thread ? NULL : reorder,
                      .count = state_count,
                      .trouble = trouble,
                      .failed = failed,
                      .free = release};
}
