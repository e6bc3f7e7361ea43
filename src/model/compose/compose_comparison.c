// SPDX-License-Identifier: MIT
// See compose_comparison.h.

#include "model/compose/compose_comparison.h"

#include "base/memory.h"
#include "model/compose/action_role.h"
#include "model/compose/compose_beside.h"
#include "model/syntax/ast_process.h"

#include <stdio.h>
#include <string.h>

bool is_compared_with(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->instance_count; i++)
        if (m->instances[i].implements && strcmp(m->instances[i].implements, name) == 0)
            return true;
    return false;
}

bool check_compared(const model *m, const instance *v, error *e)
{
    const unit *u = v->implements ? find_automaton(m, v->implements) : NULL;
    if (!v->implements || find_object(m, v->implements) || has_process(m, v->implements))
        return true;
    if (!u)
        return nothing_called(m, v->implements, v->implements_at, e);
    return !u->simulates ||
           source_error(&m->source, e, v->implements_at, "name the automaton that it leads to",
                        "a simulation has pairs of states, and no traces of its own");
}

static const unit *flat_of(const model *view)
{
    for (uint32_t i = 0; i < view->unit_count; i++)
        if (view->units[i]->is_automaton && !view->units[i]->is_process)
            return view->units[i];
    return NULL;
}

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

// Has the specification an action of this name that is seen, with as many arguments?
static bool check_action(const model *m, const instance *v, const method *f, error *e)
{
    const char *names[MODEL_MAX_ACTIONS];
    size_t count = 0;
    const method *other = NULL;
    for (uint32_t i = 0; i < v->against->method_count; i++) {
        const method *g = v->against->methods[i];
        if (!action_visible(g))
            continue;
        names[count++] = g->name;
        if (strcmp(f->name, g->name) != 0)
            continue;
        if (f->arg_count == g->arg_count)
            return true;
        other = g;
    }
    if (other)
        return source_error(&m->source, e, v->implements_at, NULL,
                            "%s of %s has %u argument%s, that of %s %u", f->name, v->object,
                            f->arg_count, plural(f->arg_count), v->implements, other->arg_count);
    const char *near = did_you_mean(f->name, names, count);
    text hint = {0};
    if (near)
        text_add(&hint, "did you mean %s?", near);
    else
        text_add(&hint, "hide it (system … hide %s;), or give it to %s", f->name, v->implements);
    source_error(&m->source, e, v->implements_at, hint.bytes,
                 "%s is seen of %s, but %s has no such action", f->name, v->object, v->implements);
    text_fini(&hint);
    return false;
}

// What an automaton is compared with stands beside it: an object, or a process without parameters.
static bool find_beside(const model *m, instance *v, error *e)
{
    const model *view = m->views[m->view_count - 1];
    v->against_in = view;
    v->against = find_object(m, v->implements);
    if (v->against)
        return true;
    const processes *all = view->processes;
    v->against = all->unit;
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i]->name, v->implements) == 0)
            v->against_process = all->list[i];
    m->used[v->against_process->at] = true;
    return v->against_process->param_count == 0 ||
           source_error(&m->source, e, v->implements_at,
                        "write a process that gives them values: process Q() = P(1);",
                        "%s has parameters: which one is meant?", v->implements);
}

bool place_comparison(const model *m, instance *v, error *e)
{
    bool seen = false;
    if (!v->implements || v->against)
        return true;
    for (uint32_t i = 0; i < m->view_count && !v->against; i++) {
        const unit *flat = flat_of(m->views[i]);
        if (flat && strcmp(flat->name, v->implements) == 0) {
            v->against_in = m->views[i];
            v->against = flat;
        }
    }
    if (!v->against)
        return find_beside(m, v, e);
    if (v->process || !v->subject->is_automaton)
        return true; // which events they have is known when they go on
    for (uint32_t i = 0; i < v->subject->method_count; i++) {
        const method *f = v->subject->methods[i];
        if (!action_visible(f))
            continue;
        seen = true;
        if (!check_action(m, v, f, e))
            return false;
    }
    return seen || source_error(&m->source, e, v->object_at,
                                "outputs are seen, unless they are hidden, and inputs of the "
                                "environment; internal actions are not",
                                "nothing is seen of %s that could be compared", v->object);
}
