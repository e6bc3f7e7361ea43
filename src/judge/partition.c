// SPDX-License-Identifier: MIT
// Splitting a history: see partition.h.

#include "judge/partition.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/history_sound.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool one_object(const lp_history *h)
{
    for (uint32_t i = 1; i < h->op_count; i++)
        if (!lp_value_equal(h->ops[i].object, h->ops[0].object))
            return false;
    return true;
}

// By object, and by key if wanted. False: an operation is on no single key.
static bool number_parts(partition *p, const lp_spec *spec, bool by_key)
{
    const lp_history *h = p->whole;
    struct {
        lp_value object, key;
    } key = {0};
    intern *seen = intern_new();
    bool fine = true;
    for (uint32_t i = 0; i < h->op_count && fine; i++) {
        key.object = h->ops[i].object;
        if (by_key) {
            key.key = spec->split(spec, h->pool, p->methods[i], h->ops[i].arg);
            fine = !lp_is_nil(key.key);
        }
        p->of[i] = intern_add(seen, &key, sizeof key);
    }
    p->count = intern_count(seen);
    intern_free(seen);
    return fine;
}

static void sort_events(partition *p)
{
    const lp_history *h = p->whole;
    p->from = memory_new((size_t)p->count + 2, sizeof *p->from);
    p->events = memory_new(h->event_count, sizeof *p->events);
    for (uint32_t i = 0; i < h->event_count; i++)
        p->from[p->of[h->events[i].op] + 2]++;
    for (uint32_t i = 0; i < p->count; i++)
        p->from[i + 2] += p->from[i + 1];
    for (uint32_t i = 0; i < h->event_count; i++)
        p->events[p->from[p->of[h->events[i].op] + 1]++] = i;
    assert(p->from[0] == 0 && p->from[p->count] == h->event_count);
}

void partition_init(partition *p, const judge *j, const lp_history *h, const lp_spec *spec,
                    const uint32_t *methods)
{
    *p = (partition){.whole = h, .methods = methods, .count = h->op_count > 0};
    p->of = memory_new(h->op_count, sizeof *p->of);
    bool split = j->local && spec->split && number_parts(p, spec, true);
    if (!split && !one_object(h))
        split = number_parts(p, spec, false);
    if (!split) {
        free(p->of);
        p->of = NULL;
        p->count = h->op_count > 0;
        return;
    }
    sort_events(p);
}

void partition_fini(partition *p)
{
    free(p->of);
    free(p->from);
    free(p->events);
}

void part_init(part *t, const partition *p)
{
    *t = (part){.history = {.pool = p->whole->pool}};
    t->renamed = memory_new(p->whole->op_count, sizeof *t->renamed);
}

void part_fini(part *t)
{
    free(t->history.ops);
    free(t->history.events);
    free(t->methods);
    free(t->original);
    free(t->renamed);
}

void part_load(part *t, const partition *p, uint32_t number)
{
    lp_history *h = &t->history;
    const lp_history *whole = p->whole;
    uint32_t from = p->from[number], count = p->from[number + 1] - from;
    MEMORY_GROW(h->events, h->event_capacity, count);
    MEMORY_GROW(h->ops, h->op_capacity, count);
    MEMORY_GROW(t->methods, t->methods_capacity, count);
    MEMORY_GROW(t->original, t->original_capacity, count);
    h->op_count = 0;
    h->event_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const lp_event *event = &whole->events[p->events[from + i]];
        uint32_t n = t->renamed[event->op];
        if (event->is_return) {
            h->ops[n].ret = i;
        } else {
            n = t->renamed[event->op] = h->op_count++;
            h->ops[n] = whole->ops[event->op];
            h->ops[n].call = i;
            h->ops[n].ret = LP_NO_EVENT;
            t->methods[n] = p->methods[event->op];
            t->original[n] = event->op;
        }
        h->events[i] = (lp_event){.op = n, .is_return = event->is_return};
    }
    assert(history_is_sound(h));
}
