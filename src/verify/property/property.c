// SPDX-License-Identifier: MIT
// See property.h.

#include "verify/property/property.h"

#include "base/memory.h"
#include "judge/judge.h"
#include "verify/property/order_property.h"
#include "verify/property/point_property.h"
#include "verify/property/self_spec.h"

#include <stdlib.h>

struct property {
    property_options o;
    const transition_system *s;
    monitor *monitor;
    points *points;
    orders *orders;
    self_spec *self;
    observer inner; // of the points, where the property stands before them
    uint32_t own_methods[MODEL_MAX_METHODS];
};

const char *claim_name(claim c)
{
    static const char *const names[] = {
        NULL,           "linearizable", "sequential",    "serializable",
        "synchronised", "progressible", "commit-atomic",
    };
    return names[c];
}

_Static_assert((uint32_t)MONITOR_VIOLATED == OBSERVED_VIOLATION, "one number for both");
_Static_assert((uint32_t)MONITOR_STOPPED == OBSERVED_STOP, "one number for both");

static uint32_t monitor_event(void *context, uint32_t state, const move *m)
{
    property *w = context;
    if (m->kind == LABEL_RETURN)
        return monitor_return(w->monitor, state, m->thread, m->result);
    return monitor_call(w->monitor, state, m->thread, w->o.spec_methods[m->method], m->thread,
                        w->s->offers[m->offer].arg, NULL, false);
}

static uint32_t monitor_turn(void *context, uint32_t state, const uint32_t *order)
{
    property *w = context;
    return monitor_reorder(w->monitor, state, order, w->s->p->threads);
}

static bool subsumes(void *context, uint32_t less, uint32_t more)
{
    const property *w = context;
    return monitor_subsumes(w->monitor, less, more);
}

static bool monitor_may_rest(void *context, uint32_t state)
{
    const property *w = context;
    return monitor_rests(w->monitor, state);
}

static observer monitor_observer(property *w)
{
    const lp_spec *spec = w->o.spec;
    w->monitor = monitor_new(spec, w->s->pool);
    monitor_limit(w->monitor, w->o.limits);
    return (observer){.context = w,
                      .start = monitor_start(w->monitor),
                      .event = monitor_event,
                      .subsumes = subsumes,
                      .value_symmetric =
                          w->o.claim == CLAIM_LINEARIZABLE || w->o.claim == CLAIM_PROGRESSIBLE,
                      .reorder = spec->looks_at_process ? NULL : monitor_turn,
                      .rests = w->o.claim == CLAIM_PROGRESSIBLE ? monitor_may_rest : NULL};
}

// The points observer is asked by way of the property: it also compares states.
static uint32_t self_event(void *context, uint32_t state, const move *m)
{
    property *w = context;
    return w->inner.event(w->inner.context, state, m);
}

static uint32_t self_reorder(void *context, uint32_t state, const uint32_t *order)
{
    property *w = context;
    return w->inner.reorder(w->inner.context, state, order);
}

static bool self_agrees(void *context, uint32_t state, const int32_t *cells)
{
    const property *w = context;
    return self_spec_is(w->self, points_state(w->points, state), cells);
}

static observer self_observer(property *w)
{
    for (uint32_t i = 0; i < MODEL_MAX_METHODS; i++)
        w->own_methods[i] = i;
    w->self = self_spec_new(w->s);
    w->points = points_new(self_spec_get(w->self), w->own_methods, w->s);
    w->inner = points_observer(w->points);
    return (observer){.context = w,
                      .start = w->inner.start,
                      .event = self_event,
                      .reorder = w->inner.reorder ? self_reorder : NULL,
                      .agrees = self_agrees};
}

static observer orders_start(property *w)
{
    error e = {0};
    const judge *condition = judge_find(claim_name(w->o.claim), &e);
    w->orders = orders_new(condition, w->o.claim == CLAIM_SEQUENTIAL, w->o.spec, w->s, w->o.limits);
    return orders_observer(w->orders);
}

property *property_new(const property_options *o, const transition_system *s)
{
    property *w = memory_new(1, sizeof *w);
    w->o = *o;
    w->s = s;
    return w;
}

observer property_observer(property *w)
{
    if (w->o.claim == CLAIM_COMMIT_ATOMIC)
        return self_observer(w);
    if (!w->o.spec)
        return (observer){.start = 1};
    if (w->o.claim == CLAIM_SEQUENTIAL || w->o.claim == CLAIM_SERIALIZABLE)
        return orders_start(w);
    if (!w->o.points)
        return monitor_observer(w);
    w->points = points_new(w->o.spec, w->o.spec_methods, w->s);
    return points_observer(w->points);
}

void property_free(property *w)
{
    if (!w)
        return;
    monitor_free(w->monitor);
    points_free(w->points);
    orders_free(w->orders);
    self_spec_free(w->self);
    free(w);
}

bool property_marks(const property *w)
{
    return w->points != NULL;
}

uint32_t property_count(const property *w)
{
    return w->monitor  ? monitor_set_count(w->monitor)
           : w->points ? points_count(w->points)
           : w->orders ? orders_count(w->orders)
                       : 0;
}

const char *property_trouble(const property *w)
{
    return w->points ? points_trouble(w->points) : w->orders ? orders_trouble(w->orders) : NULL;
}

bool property_failed(const property *w, error *e)
{
    return self_spec_failed(w->self, e);
}

problem property_lacks(const property *w)
{
    return self_spec_lacks(w->self);
}

bool property_rests(property *w, uint32_t observed)
{
    return !w->monitor || monitor_rests(w->monitor, observed);
}
