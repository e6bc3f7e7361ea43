// SPDX-License-Identifier: MIT
// See commit_property.h.

#include "verify/property/commit_property.h"

#include "base/memory.h"
#include "verify/property/point_property.h"
#include "verify/property/self_spec.h"

#include <stdlib.h>

typedef struct commit {
    self_spec *self;
    property points;
    uint32_t methods[MODEL_MAX_METHODS]; // its own
} commit;

static uint32_t event(void *context, uint32_t state, const move *m)
{
    const commit *c = context;
    return c->points.event(c->points.context, state, m);
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    const commit *c = context;
    return c->points.reorder(c->points.context, state, order);
}

static bool agrees(void *context, uint32_t state, const int32_t *cells)
{
    const commit *c = context;
    return self_spec_is(c->self, points_state(c->points.context, state), cells);
}

static uint32_t count(const void *context)
{
    return property_count(&((const commit *)context)->points);
}

static const char *trouble(const void *context)
{
    return property_trouble(&((const commit *)context)->points);
}

static bool failed(const void *context, error *e)
{
    return self_spec_failed(((const commit *)context)->self, e);
}

static problem lacks(const void *context)
{
    return self_spec_lacks(((const commit *)context)->self);
}

static void release(void *context)
{
    commit *c = context;
    property_free(&c->points);
    self_spec_free(c->self);
    free(c);
}

property commit_property(const transition_system *s)
{
    commit *c = memory_new(1, sizeof *c);
    for (uint32_t i = 0; i < MODEL_MAX_METHODS; i++)
        c->methods[i] = i;
    c->self = self_spec_new(s);
    c->points = points_property(points_new(self_spec_get(c->self), c->methods, s));
    return (property){.context = c,
                      .start = c->points.start,
                      .event = event,
                      .reorder = c->points.reorder ? reorder : NULL,
                      .agrees = agrees,
                      .marks = true,
                      .count = count,
                      .trouble = trouble,
                      .failed = failed,
                      .lacks = lacks,
                      .free = release};
}
