// SPDX-License-Identifier: MIT
// See quiescent_property.h. A state (past_states.h) has the monitor's state, each process's open
// call, and the operations of this busy time that have returned.

#include "verify/property/quiescent_property.h"

#include "base/memory.h"
#include "judge/monitor/monitor.h"
#include "verify/property/past_states.h"

#include <stdlib.h>
#include <string.h>

// Where operations are not bounded: this many in one busy time, and there may be any number.
enum { BUSY_MOST = 12 };

// Of `now`, the monitor's state when the busy time began; of what has returned. The process is 0, if
// it does not matter.
enum { BEFORE, OWN };
enum { PROCESS, CALL, RESULT, DONE };

typedef struct quiet_watch {
    quiescent_options o;
    past_states p;
    monitor *monitor;
    bool endless;
} quiet_watch;

static void release(void *context)
{
    quiet_watch *w = context;
    monitor_free(w->monitor);
    past_states_fini(&w->p);
    free(w);
}

static uint32_t state_count(const void *context)
{
    return intern_count(((const quiet_watch *)context)->p.states);
}

static bool failed(const void *context, error *e)
{
    const quiet_watch *w = context;
    if (w->endless)
        source_error(&w->p.s->m->source, e, w->o.v->condition_at,
                     "write for example: operations 6;",
                     "quiescent needs a bound on the number of operations here: they overlap so "
                     "that nothing is open only after more than %d of them, if ever",
                     BUSY_MOST);
    return w->endless;
}

static bool goes_on(uint32_t set)
{
    return set != MONITOR_VIOLATED && set != MONITOR_STOPPED;
}

// All calls, then all returns.
static uint32_t end_busy_time(quiet_watch *w)
{
    const past_states *p = &w->p;
    uint32_t set = p->now[BEFORE];
    for (uint32_t i = 0; i < p->done_count && goes_on(set); i++) {
        const uint32_t *d = past_done(p, i);
        const history_event v = past_call(p, d[CALL]);
        lp_value result = past_result_of(p, d[RESULT]);
        set = monitor_call(w->monitor, set, i, w->o.methods[v.method], d[PROCESS], v.value, &result,
                           false);
    }
    for (uint32_t i = 0; i < p->done_count && goes_on(set); i++)
        set = monitor_return(w->monitor, set, i, past_result_of(p, past_done(p, i)[RESULT]));
    return set;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    quiet_watch *w = context;
    past_states *p = &w->p;
    history_event v;
    past_step step = past_take(p, state, m, &v);
    if (step == PAST_NOTHING)
        return state;
    if (step == PAST_NO_HISTORY)
        return OBSERVED_VIOLATION;
    if (step == PAST_CALL)
        return past_save(p);
    uint32_t *open = past_of(p, v.process);
    const uint32_t done[DONE] = {w->o.spec->looks_at_process ? v.process : 0, *open - 1,
                                 past_result(p, v.value)};
    *open = 0;
    past_add(p, done);
    if (!past_quiet(p)) {
        w->endless |= !w->o.bounded && p->done_count > BUSY_MOST;
        return w->endless ? OBSERVED_STOP : past_save(p);
    }
    uint32_t set = p->now[BEFORE] = end_busy_time(w);
    p->done_count = 0;
    return goes_on(set)              ? past_save(p)
           : set == MONITOR_VIOLATED ? OBSERVED_VIOLATION
                                     : OBSERVED_STOP;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    return past_reorder(&((quiet_watch *)context)->p, state, order);
}

static bool subsumes(void *context, uint32_t less, uint32_t more)
{
    const quiet_watch *w = context;
    size_t length, other;
    const uint32_t *a = intern_get(w->p.states, less - 1, &length);
    const uint32_t *b = intern_get(w->p.states, more - 1, &other);
    return length == other && memcmp(a + 1, b + 1, length - sizeof *a) == 0 &&
           monitor_subsumes(w->monitor, a[0], b[0]);
}

property quiescent_property(const quiescent_options *o, const transition_system *s)
{
    quiet_watch *w = memory_new(1, sizeof *w);
    *w = (quiet_watch){.o = *o, .monitor = monitor_new(o->spec, s->pool)};
    past_states_init(&w->p, &(past_layout){.own = OWN, .each = 1, .done = DONE}, s);
    monitor_limit(w->monitor, o->limits);
    uint32_t set = w->p.now[BEFORE] = monitor_start(w->monitor);
    return (property){.context = w,
                      .start = goes_on(set) ? past_save(&w->p) : set,
                      .event = event,
                      .reorder = o->spec->looks_at_process ? NULL : reorder,
                      .subsumes = subsumes,
                      .value_symmetric = true,
                      .count = state_count,
                      .failed = failed,
                      .free = release};
}
