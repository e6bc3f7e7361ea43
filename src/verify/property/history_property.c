// SPDX-License-Identifier: MIT
// Histories as observer states: canonical event lists, interned.

#include "verify/property/history_property.h"

#include "base/intern.h"
#include "base/memory.h"
#include "history/history_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct seen_event {
    uint32_t thread;
    uint32_t is_return;
    uint32_t method; // of both
    uint32_t call;   // of a call
    lp_value result; // of a return
} seen_event;

struct histories {
    const transition_system *s;
    intern *known; // number + 1 is the observer's state
    intern *ended; // those that are complete
    seen_event *work;
    size_t capacity;
};

histories *histories_new(const transition_system *s)
{
    histories *h = memory_new(1, sizeof *h);
    h->s = s;
    h->known = intern_new();
    h->ended = intern_new();
    intern_add(h->known, "", 0);
    return h;
}

void histories_free(histories *h)
{
    if (!h)
        return;
    intern_free(h->known);
    intern_free(h->ended);
    free(h->work);
    free(h);
}

// The last run of calls, or of returns, is kept sorted by thread.
static uint32_t event(void *context, uint32_t state, const move *m)
{
    histories *h = context;
    size_t length;
    const seen_event *old = intern_get(h->known, state - 1, &length);
    size_t count = length / sizeof *old;
    MEMORY_GROW(h->work, h->capacity, count + 1);
    if (count)
        memcpy(h->work, old, length);
    seen_event fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.thread = m->thread;
    fresh.is_return = m->kind == LABEL_RETURN;
    fresh.method = m->method;
    if (m->kind == LABEL_RETURN)
        fresh.result = m->result;
    else
        fresh.call = m->offer;
    size_t at = count;
    for (; at > 0 && h->work[at - 1].is_return == fresh.is_return &&
           h->work[at - 1].thread > fresh.thread;
         at--)
        h->work[at] = h->work[at - 1];
    h->work[at] = fresh;
    return intern_add(h->known, h->work, (count + 1) * sizeof fresh) + 1;
}

static void ended(void *context, uint32_t state)
{
    histories *h = context;
    uint32_t number = state - 1;
    intern_add(h->ended, &number, sizeof number);
}

property histories_property(histories *h)
{
    return (property){.context = h, .start = 1, .event = event, .ended = ended};
}

uint32_t histories_count(const histories *h)
{
    return intern_count(h->ended);
}

static void add_to(intern *set, const histories *h, uint32_t index)
{
    size_t length;
    uint32_t number;
    memcpy(&number, intern_get(h->ended, index, &length), sizeof number);
    const seen_event *events = intern_get(h->known, number, &length);
    lp_history *history = lp_history_new(h->s->pool);
    uint32_t open[MODEL_MAX_THREADS + 1] = {0};
    for (size_t i = 0; i < length / sizeof *events; i++) {
        const seen_event *v = &events[i];
        const char *name = h->s->p->object->methods[v->method]->name;
        if (v->is_return)
            lp_history_return(history, open[v->thread], v->result);
        else
            open[v->thread] =
                lp_history_call(history, v->thread, lp_string(h->s->pool, name, strlen(name)),
                                h->s->offers[v->call].arg);
    }
    history_set_add(set, history);
    lp_history_free(history);
}

bool histories_write(const histories *h, const char *path, error *e)
{
    intern *set = intern_new();
    for (uint32_t i = 0; i < histories_count(h); i++)
        add_to(set, h, i);
    bool ok = history_set_write(set, path, e);
    intern_free(set);
    return ok;
}
