// SPDX-License-Identifier: MIT
// See visible_labels.h. A label is an action as it is written, with its arguments: names of enums
// are different from each other and from numbers, so what is written the same is the same.

#include "verify/compare/visible_labels.h"

#include "base/memory.h"
#include "base/text.h"
#include "verify/counterexample/action_description.h"

#include <stdlib.h>

visible_labels *visible_labels_new(void)
{
    visible_labels *l = intern_new();
    intern_add(l, "", 1); // LABEL_UNSEEN
    return l;
}

void visible_labels_free(visible_labels *l)
{
    intern_free(l);
}

bool labels_are_events(const instance *v)
{
    bool left = v->subject->is_automaton && !v->process;
    bool right = !v->implements || (v->against->is_automaton && !v->against_process);
    return !left || !right;
}

uint32_t *visible_labels_number(visible_labels *l, const transition_system *s, bool events)
{
    uint32_t *labels = memory_new(s->offer_count + 1, sizeof *labels);
    int32_t *cells = memory_new(s->p->layout.cells, sizeof *cells);
    describer d;
    describer_init(&d, s, cells);
    for (uint32_t i = 0; i < s->offer_count; i++) {
        const method *f = s->p->object->methods[s->offers[i].method];
        move m = {.kind = LABEL_ACTION, .offer = i, .method = s->offers[i].method};
        text written = {0};
        if (!action_visible(f))
            continue;
        (events ? describe_event : describe_action)(&d, &m, f, cells, &written);
        labels[i] = intern_add(l, written.bytes, written.length + 1);
        text_fini(&written);
    }
    describer_fini(&d);
    free(cells);
    return labels;
}

void move_labels_init(move_labels *m, visible_labels *all, const transition_system *s, bool events)
{
    *m = (move_labels){.all = all, .s = s};
    if (!s->front->label && !s->front->event)
        m->of = visible_labels_number(all, s, events);
}

void move_labels_fini(move_labels *m)
{
    free(m->of);
    *m = (move_labels){0};
}

static uint32_t written_label(const move_labels *m, const move *x)
{
    text written = {0};
    m->s->front->event(m->s, x, &written);
    uint32_t label =
        written.length ? intern_add(m->all, written.bytes, written.length + 1) : LABEL_UNSEEN;
    text_fini(&written);
    return label;
}

uint32_t move_label(move_labels *m, const move *x)
{
    if (m->s->front->event)
        return written_label(m, x);
    if (!m->s->front->label)
        return m->of[x->offer];
    if (!x->event)
        return LABEL_UNSEEN;
    MEMORY_GROW_ZERO(m->of, m->capacity, (size_t)x->event + 1);
    if (!m->of[x->event]) {
        text written = {0};
        m->s->front->label(m->s, x->event, &written);
        m->of[x->event] = 1 + intern_add(m->all, written.bytes, written.length + 1);
        text_fini(&written);
    }
    return m->of[x->event] - 1;
}

const char *visible_label_text(const visible_labels *l, uint32_t label)
{
    return intern_get(l, label, NULL);
}
