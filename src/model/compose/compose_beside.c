// SPDX-License-Identifier: MIT
// See compose_beside.h.

#include "model/compose/compose_beside.h"

#include "base/memory.h"
#include "model/compose/action_role.h"
#include "model/syntax/ast_process.h"

#include <stdio.h>
#include <string.h>

const unit *find_object(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const unit *u = m->units[i];
        if (!u->is_automaton && !u->is_spec && strcmp(u->name, name) == 0)
            return u;
    }
    return NULL;
}

bool has_process(const model *m, const char *name)
{
    for (uint32_t i = 0; m->processes && i < m->processes->count; i++)
        if (strcmp(m->processes->list[i]->name, name) == 0)
            return true;
    return false;
}

bool stands_beside(const model *m)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (!m->units[i]->is_automaton && !m->units[i]->is_spec)
            return true;
    return m->processes != NULL;
}

bool nothing_called(const model *m, const char *name, uint32_t at, error *e)
{
    const char *names[2 * MODEL_MAX_NAMES], *near;
    size_t count = 0;
    if (!stands_beside(m))
        return no_automaton(m, name, at, true, e);
    for (uint32_t i = 0; i < m->unit_count && count < MODEL_MAX_NAMES; i++)
        if (!m->units[i]->is_spec)
            names[count++] = m->units[i]->name;
    for (uint32_t i = 0; m->processes && i < m->processes->count && i < MODEL_MAX_NAMES; i++)
        names[count++] = m->processes->list[i]->name;
    char hint[160] = "";
    near = did_you_mean(name, names, count);
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(&m->source, e, at, near ? hint : NULL,
                        "no automaton, object or process is called %s", name);
}

static void add_instance(const model *m, model *view, instance v)
{
    uint32_t from = v.reachable_from, to = v.reachable_to;
    v.reachable_from = view->reachable_count;
    for (uint32_t k = from; k < to; k++) {
        MEMORY_GROW(view->reachables, view->reachable_capacity, view->reachable_count + 1);
        view->reachables[view->reachable_count++] = m->reachables[k];
    }
    v.reachable_to = view->reachable_count;
    MEMORY_GROW(view->instances, view->instance_capacity, view->instance_count + 1);
    view->instances[view->instance_count++] = v;
}

bool compose_beside(const model *m, model *view,
                    bool (*owned)(const model *m, uint32_t variable, uint32_t invariant), error *e)
{
    view->processes = m->processes;
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (!m->units[i]->is_automaton && !m->units[i]->is_spec) {
            MEMORY_GROW(view->units, view->unit_capacity, view->unit_count + 1);
            view->units[view->unit_count++] = m->units[i];
        }
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (!owned(m, i, UINT32_MAX))
            view->shared[view->shared_count++] = m->shared[i];
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (!owned(m, UINT32_MAX, i)) {
            MEMORY_GROW(view->invariants, view->invariant_capacity, view->invariant_count + 1);
            view->invariants[view->invariant_count++] = m->invariants[i];
        }
    view->has_init = m->has_init;
    view->init = m->init;
    for (uint32_t i = 0; i < m->instance_count; i++)
        if (!find_automaton(m, m->instances[i].object))
            add_instance(m, view, m->instances[i]);
    return model_check(view, e);
}
