// SPDX-License-Identifier: MIT
// See fair_share.h.

#include "verify/temporal/fair_share.h"

#include "base/intern.h"
#include "base/memory.h"
#include "model/process/step_takers.h"

#include <stdlib.h>

struct fair_share {
    const transition_system *s;
    bool threads;
    uint32_t *offers; // of each: who takes it
    uint32_t count;
    // Of a process where each is asked for:
    const process_terms *parts; // NULL: other things are
    word_table *events;         // NULL: likewise
};

// Is it for the environment to take?
static bool nobodys(const transition_system *s, const offer *o)
{
    const method *f = s->p->object->methods[o->method];
    bool lost = f->over && !f->message;
    return o->fault || lost || (f->role == ACTION_INPUT && !f->owner && !f->over);
}

// The component that takes an action, by its name and the arguments that say which one it is; or, of a
// message, its way.
static uint32_t component_of(const transition_system *s, intern *known, const offer *o)
{
    const method *f = s->p->object->methods[o->method];
    int32_t key[2 + MODEL_MAX_ARGS] = {(int32_t)f->owner, f->over ? 1 + (int32_t)o->method : 0};
    uint32_t count = 2, domains = 0;
    if (f->over) {
        for (uint32_t i = 0; i < f->param_count; i++)
            key[count++] = o->args[i];
    } else if (f->owner && s->p->object->made_of) {
        domains = s->p->object->made_of[f->owner - 1].domain_count;
        for (uint32_t i = 0; i < domains; i++)
            key[count++] = o->args[f->owner_locals[i]];
    }
    return intern_add(known, key, count * sizeof *key);
}

// An action with its arguments. It may be described several times, each with its own guard and with its
// arguments written otherwise: it is one action all the same. Whose it is comes before its arguments.
static uint32_t action_of(const transition_system *s, intern *known, const offer *o)
{
    const method *f = s->p->object->methods[o->method];
    text key = {0};
    text_add(&key, "%u %u %s", f->owner, f->over ? 1 + o->method : 0, f->name);
    for (uint32_t i = 0; i < f->outer; i++)
        text_add(&key, " %d", o->args[i]);
    for (uint32_t i = 0; !f->over && i < f->arg_count; i++) {
        const action_argument *a = &f->args[i];
        text_add(&key, " %d", a->fixed ? literal_cell(s->m, a->fixed) : o->args[a->local]);
    }
    for (uint32_t i = 0; f->over && i < f->param_count; i++)
        text_add(&key, " %d", o->args[i]);
    uint32_t number = intern_add(known, key.bytes, key.length);
    text_fini(&key);
    return number;
}

fair_share *fair_share_new(const transition_system *s, fairness fair, bool actions)
{
    fair_share *f = memory_new(1, sizeof *f);
    intern *known = intern_new();
    bool each = fair == FAIR_WEAK || fair == FAIR_STRONG;
    f->s = s;
    f->offers = memory_new((size_t)s->offer_count + 1, sizeof *f->offers);
    f->threads = each && !actions;
    f->count = f->threads ? s->p->threads : 1;
    if (s->front->terms) {
        f->threads = false;
        f->count = 1;
        f->parts = each && !actions ? s->front->terms(s) : NULL;
        f->events = each && actions ? word_table_new() : NULL;
        intern_free(known);
        return f;
    }
    for (uint32_t i = 0; s->p->object->is_automaton && i < s->offer_count; i++) {
        const offer *o = &s->offers[i];
        f->offers[i] = nobodys(s, o) ? (uint32_t)GRAPH_NOBODY
                       : !each       ? 0
                       : actions     ? action_of(s, known, o)
                                     : component_of(s, known, o);
    }
    if (s->p->object->is_automaton && each)
        f->count = intern_count(known);
    intern_free(known);
    return f;
}

void fair_share_free(fair_share *f)
{
    if (f)
        free(f->offers);
    if (f && f->events)
        word_table_free(f->events, NULL);
    free(f);
}

uint32_t fair_share_count(const fair_share *f)
{
    return f->parts    ? word_table_count(f->parts->paths)
           : f->events ? word_table_count(f->events)
                       : f->count;
}

uint32_t fair_share_of(const fair_share *f, const move *m)
{
    bool named = m->event || m->hidden;
    if (f->events)
        return word_table_put(
            f->events, &(word_entry){0},
            (uint32_t[]){m->event, m->hidden, named ? 0 : m->pc, named ? 0 : m->takers}, 4);
    if (f->parts)
        return m->takers;
    if (m->kind == LABEL_ACTION)
        return f->offers[m->offer];
    if (m->kind == LABEL_CALL && f->s->optional)
        return GRAPH_NOBODY;
    return f->threads ? m->thread : 0;
}

bool fair_share_groups(const fair_share *f)
{
    return f->parts != NULL;
}

uint32_t fair_share_members(const fair_share *f, uint32_t who, const uint32_t **list)
{
    return step_takers_paths(f->parts, who, list);
}
