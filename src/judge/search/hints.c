// SPDX-License-Identifier: MIT
// Matching adds and removes: see hints.h.

#include "judge/search/hints.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/relaxed/relaxed_spec.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

struct hints_kind {
    const char *spec;
    const char *adds[2];
    bool last_first;
};

static const hints_kind kinds[] = {
    {"queue", {"enq", "try_enq"}, false},
    {"bounded-queue", {"enq", "try_enq"}, false},
    {"stack", {"push", "try_push"}, true},
};

const hints_kind *hints_kind_of(const lp_spec *spec)
{
    const lp_spec *base = relaxed_spec_base(spec);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (spec_is(base, kinds[i].spec))
            return &kinds[i];
    return NULL;
}

// When values were first seen to come out, by a remove or a peek: per value, in
// order, and one place more for a value that was seen but never removed.
typedef struct sightings {
    intern *values;
    uint32_t *from, *at;   // of each value: where its sightings are; their events
    uint32_t *used, *next; // of each value: how many are matched with an add; are there
    bool *seen;            // of each value: seen since it was last removed
} sightings;

static bool is_add(const judge_task *t, uint32_t i, const uint32_t *adds)
{
    return t->methods[i] == adds[0] || t->methods[i] == adds[1];
}

static bool sees(const judge_task *t, uint32_t i, const uint32_t *adds)
{
    const lp_op *op = &t->history->ops[i];
    return !is_add(t, i, adds) && !lp_op_pending(op) && !lp_is_nil(op->result);
}

static void sightings_size(sightings *r, const judge_task *t, const uint32_t *adds)
{
    const lp_history *h = t->history;
    r->values = intern_new();
    for (uint32_t i = 0; i < h->op_count; i++)
        if (sees(t, i, adds))
            intern_add(r->values, &h->ops[i].result, sizeof(lp_value));
    uint32_t count = intern_count(r->values), total = 0;
    r->from = memory_new((size_t)count + 1, sizeof *r->from);
    r->used = memory_new(count, sizeof *r->used);
    r->next = memory_new(count, sizeof *r->next);
    r->seen = memory_new(count, sizeof *r->seen);
    for (uint32_t i = 0; i < h->op_count; i++)
        if (sees(t, i, adds))
            r->from[intern_find(r->values, &h->ops[i].result, sizeof(lp_value))]++;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t places = r->from[v] + 1;
        r->from[v] = total;
        total += places;
    }
    r->at = memory_new((size_t)total + 1, sizeof *r->at);
}

static void sightings_collect(sightings *r, const judge_task *t, const uint32_t *adds)
{
    const lp_history *h = t->history;
    sightings_size(r, t, adds);
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        if (!h->events[i].is_return || !sees(t, op, adds))
            continue;
        uint32_t v = intern_find(r->values, &h->ops[op].result, sizeof(lp_value));
        if (!r->seen[v])
            r->at[r->from[v] + r->next[v]++] = i;
        // It was at the front from its first sighting on, to the call of the last.
        uint32_t *at = &r->at[r->from[v] + r->next[v] - 1];
        *at = h->ops[op].call > *at ? h->ops[op].call : *at;
        r->seen[v] = t->spec->methods[t->methods[op]].reads_only;
    }
}

static void sightings_fini(sightings *r)
{
    intern_free(r->values);
    free(r->from);
    free(r->at);
    free(r->used);
    free(r->next);
    free(r->seen);
}

// What was added before another that is out by then was out before, too.
static void hurry(const judge_task *t, const uint32_t *adds, uint32_t *hint)
{
    const lp_history *h = t->history;
    uint32_t soonest = UINT32_MAX;
    for (uint32_t i = h->event_count; i-- > 0;) {
        uint32_t op = h->events[i].op;
        if (!is_add(t, op, adds))
            continue;
        if (!h->events[i].is_return && hint[op] < soonest)
            soonest = hint[op];
        else if (h->events[i].is_return && soonest < hint[op])
            hint[op] = soonest;
    }
}

void hints_find(const hints_kind *k, const judge_task *task, uint32_t *hint)
{
    uint32_t adds[] = {spec_method(task->spec, k->adds[0]), spec_method(task->spec, k->adds[1])};
    sightings r = {0};
    sightings_collect(&r, task, adds);
    for (uint32_t i = 0; i < task->history->op_count; i++) {
        hint[i] = 0;
        if (!is_add(task, i, adds))
            continue;
        uint32_t out = UINT32_MAX - 1; // never
        uint32_t v = intern_find(r.values, &task->history->ops[i].arg, sizeof(lp_value));
        if (v != INTERN_NONE && r.used[v] < r.next[v])
            out = r.at[r.from[v] + r.used[v]++];
        hint[i] = k->last_first ? UINT32_MAX - out : out;
    }
    if (!k->last_first)
        hurry(task, adds, hint);
    sightings_fini(&r);
}
