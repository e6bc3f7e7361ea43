// SPDX-License-Identifier: MIT
// See monitor_property.h.

#include "verify/property/monitor_property.h"

#include "base/memory.h"
#include "judge/monitor/config_set.h"
#include "judge/monitor/monitor.h"

#include <stdlib.h>

typedef struct watched {
    monitor *monitor;
    const transition_system *s;
    const uint32_t *methods;
} watched;

_Static_assert((uint32_t)MONITOR_VIOLATED == OBSERVED_VIOLATION, "one number for both");
_Static_assert((uint32_t)MONITOR_STOPPED == OBSERVED_STOP, "one number for both");

static bool is_open(const watched *w, uint32_t state, uint32_t process)
{
    const set_view set = monitor_set(w->monitor, state);
    for (uint32_t i = 0; i < set.open_count; i++)
        if (set.open[i].slot == process)
            return true;
    return false;
}

static uint32_t event(void *context, uint32_t state, const move *m)
{
    const watched *w = context;
    const history_event v = system_event(w->s, m);
    if (v.kind != LABEL_CALL && v.kind != LABEL_RETURN)
        return state;
    if (w->s->events && is_open(w, state, v.process) == (v.kind == LABEL_CALL))
        return OBSERVED_VIOLATION; // no history: see history_event
    if (v.kind == LABEL_RETURN)
        return monitor_return(w->monitor, state, v.process, v.value);
    return monitor_call(w->monitor, state, v.process, w->methods[v.method], v.process, v.value,
                        NULL, false);
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    const watched *w = context;
    return monitor_reorder(w->monitor, state, order, w->s->processes);
}

static uint32_t permute(void *context, uint32_t state, const enum_permutation *e)
{
    const watched *w = context;
    uint32_t order[MODEL_MAX_NAMES], of = w->s->process_enum;
    for (uint32_t i = 0; i < w->s->processes; i++)
        order[of ? e->to[of - 1][i] : i] = i;
    return of ? monitor_reorder(w->monitor, state, order, w->s->processes) : state;
}

static bool subsumes(void *context, uint32_t less, uint32_t more)
{
    const watched *w = context;
    return monitor_subsumes(w->monitor, less, more);
}

static bool may_rest(void *context, uint32_t state)
{
    const watched *w = context;
    return monitor_rests(w->monitor, state);
}

static uint32_t count(const void *context)
{
    const watched *w = context;
    return monitor_set_count(w->monitor);
}

static void release(void *context)
{
    watched *w = context;
    monitor_free(w->monitor);
    free(w);
}

property monitor_property(const monitor_options *o, const transition_system *s)
{
    watched *w = memory_new(1, sizeof *w);
    *w = (watched){monitor_new(o->spec, s->pool), s, o->methods};
    monitor_limit(w->monitor, o->limits);
    return (property){.context = w,
                      .start = monitor_start(w->monitor),
                      .event = event,
                      .subsumes = subsumes,
                      .value_symmetric = o->values,
                      .reorder = o->spec->looks_at_process ? NULL : reorder,
                      .permute = o->spec->looks_at_process ? NULL : permute,
                      .rests = o->rests ? may_rest : NULL,
                      .count = count,
                      .free = release};
}
