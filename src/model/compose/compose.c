// SPDX-License-Identifier: MIT
// See compose.h.

#include "model/compose/compose.h"

#include "base/memory.h"
#include "model/compose/action_role.h"
#include "model/compose/compose_beside.h"
#include "model/compose/compose_comparison.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const unit *find_automaton(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_automaton && strcmp(m->units[i]->name, name) == 0)
            return m->units[i];
    return NULL;
}

bool no_automaton(const model *m, const char *name, uint32_t at, bool systems, error *e)
{
    const char *names[MODEL_MAX_NAMES];
    size_t count = 0;
    for (uint32_t i = 0; i < m->unit_count && count < MODEL_MAX_NAMES; i++)
        if (m->units[i]->is_automaton && (systems || !m->units[i]->component_count))
            names[count++] = m->units[i]->name;
    const char *near = did_you_mean(name, names, count);
    char hint[160] = "";
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(&m->source, e, at, near ? hint : NULL, "no automaton is called %s", name);
}

static bool check_domains(const model *m, const system_part *part, error *e)
{
    const unit *u = part->of;
    if (part->domain_count != u->param_count)
        return source_error(&m->source, e, part->at,
                            u->param_count ? "for example: client[x in op]"
                                           : "leave out the brackets",
                            "automaton %s has %u parameter%s, and here %s %u", u->name,
                            u->param_count, u->param_count == 1 ? "" : "s",
                            part->domain_count == 1 ? "is" : "are", part->domain_count);
    for (uint32_t i = 0; i < u->param_count; i++)
        if (!types_alike(part->domains[i], u->params[i].type) ||
            !type_contained(part->domains[i], u->params[i].type))
            return source_error(&m->source, e, part->domains[i].at, NULL,
                                "the parameter %s of automaton %s is of another type",
                                u->params[i].name, u->name);
    return true;
}

static bool find_parts(const model *m, const unit *u, error *e)
{
    for (uint32_t i = 0; i < u->component_count; i++) {
        system_part *part = &u->components[i];
        part->of = find_automaton(m, part->name);
        if (!part->of)
            return no_automaton(m, part->name, part->at, false, e);
        if (part->of->component_count)
            return source_error(&m->source, e, part->at, "name its automata",
                                "%s is a system, and cannot be part of another", part->name);
        for (uint32_t k = 0; k < i; k++)
            if (u->components[k].of == part->of)
                return source_error(&m->source, e, part->at,
                                    "give it a parameter, and write for example: client[x in op]",
                                    "%s is there already", part->name);
        if (!check_domains(m, part, e))
            return false;
        for (uint32_t k = 0; k < part->domain_count; k++)
            type_find_enum(m, &part->domains[k]);
    }
    return true;
}

// An automaton on its own is a system of one.
system_part lone_part(const model *m, const unit *u)
{
    system_part part = {.name = u->name, .at = u->at, .of = u, .domain_count = u->param_count};
    for (uint32_t i = 0; i < u->param_count; i++) {
        part.domains[i] = u->params[i].type;
        type_find_enum(m, &part.domains[i]);
    }
    return part;
}

// What does not belong to an automaton is the same in all views. Functions come first, so that
// they have the same numbers everywhere.
model *view_new(const model *m)
{
    model *view = memory_new(1, sizeof *view);
    view->whole = m;
    view->source = m->source;
    view->used = m->used;
    view->records = m->records;
    view->record_count = m->record_count;
    view->constants = m->constants;
    view->constant_count = m->constant_count;
    view->enums = m->enums;
    view->enum_count = m->enum_count;
    view->aliases = m->aliases;
    view->alias_count = m->alias_count;
    view->messages = m->messages;
    view->message_count = m->message_count;
    view->procedures = m->procedures;
    view->procedure_count = m->procedure_count;
    view->functions = memory_new(MODEL_MAX_FUNCTIONS, sizeof(method *));
    for (uint32_t i = 0; i < m->function_count; i++)
        if (!m->functions[i]->is_let)
            view->functions[view->function_count++] = m->functions[i];
    MEMORY_GROW(view->units, view->unit_capacity, m->unit_count + 1);
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_spec)
            view->units[view->unit_count++] = m->units[i];
    return view;
}

// The verify blocks that are about it, with what they call reachable.
static bool add_instances(composer *c)
{
    model *m = c->view;
    for (uint32_t i = 0; i < c->whole->instance_count; i++) {
        instance v = c->whole->instances[i];
        if (strcmp(v.object, c->system->name) != 0)
            continue;
        uint32_t from = v.reachable_from, to = v.reachable_to;
        v.reachable_from = m->reachable_count;
        for (uint32_t k = from; k < to; k++) {
            invariant r = c->whole->reachables[k];
            naming n = composer_naming(c, c->alone && !c->system->simulates ? c->parts : NULL);
            if (!(r.condition = naming_expr(&n, r.condition)))
                return false;
            MEMORY_GROW(m->reachables, m->reachable_capacity, m->reachable_count + 1);
            m->reachables[m->reachable_count++] = r;
        }
        v.reachable_to = m->reachable_count;
        MEMORY_GROW(m->instances, m->instance_capacity, m->instance_count + 1);
        m->instances[m->instance_count++] = v;
    }
    return true;
}

static bool fill_view(const model *m, model *view, const unit *u, simulation_form form, error *e)
{
    system_part lone = lone_part(m, u);
    bool system = u->component_count > 0;
    composer c = {.whole = m, .view = view, .system = u, .form = form, .e = e};
    // What a verify block says of an automaton with parameters names its instances.
    const unit self = {.name = u->name, .at = u->at, .components = &lone, .component_count = 1};
    c.parts = system ? u->components : &lone;
    c.part_count = system ? u->component_count : 1;
    c.alone = !system && !u->param_count;
    c.flat = model_allocate(view, sizeof *c.flat);
    *c.flat = (unit){.name = u->name, .at = u->at, .is_automaton = true, .composed = !c.alone};
    view->units[view->unit_count++] = c.flat;
    if (u->simulates)
        return compose_simulation(&c) && add_instances(&c) && model_check(view, e);
    if (!system && !c.alone)
        c.system = &self;
    return compose_unit(&c) && add_instances(&c) && model_check(view, e);
}

static bool make_view(model *m, const unit *u, error *e)
{
    m->views[m->view_count++] = view_new(m);
    return fill_view(m, m->views[m->view_count - 1], u, SIMULATION_PAIRS, e);
}

bool model_tabled(const instance *v, model **tabled, model **abstract, error *e)
{
    const model *m = v->in->whole;
    const unit *u = find_automaton(m, v->object);
    *tabled = view_new(m);
    *abstract = view_new(m);
    return fill_view(m, *tabled, u, SIMULATION_TABLED, e) &&
           fill_view(m, *abstract, u, SIMULATION_ABSTRACT, e);
}

// The verify blocks of the file, as their views have understood them.
static bool place_instances(model *m, error *e)
{
    for (uint32_t i = 0; i < m->view_count; i++)
        for (uint32_t k = 0; k < m->views[i]->instance_count; k++)
            for (uint32_t n = 0; n < m->instance_count; n++)
                if (m->instances[n].at == m->views[i]->instances[k].at) {
                    m->instances[n] = m->views[i]->instances[k];
                    m->instances[n].in = m->views[i];
                }
    for (uint32_t i = 0; i < m->instance_count; i++)
        if (!place_comparison(m, &m->instances[i], e))
            return false;
    return true;
}

static bool check_subjects(const model *m, error *e)
{
    for (uint32_t i = 0; i < m->instance_count; i++) {
        const instance *v = &m->instances[i];
        bool beside = find_object(m, v->object) || has_process(m, v->object);
        if (!beside && !find_automaton(m, v->object))
            return nothing_called(m, v->object, v->object_at, e);
        if (!check_compared(m, v, e))
            return false;
    }
    return true;
}

static bool in_unit(const model *m, uint32_t variable_number, uint32_t invariant_number)
{
    bool in = false;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const unit *u = m->units[i];
        in |= variable_number >= u->shared_from && variable_number < u->shared_to;
        in |= invariant_number >= u->invariant_from && invariant_number < u->invariant_to;
    }
    return in;
}

// What stands in no automaton although it would belong to one. Of a single one, invariants and
// the init block may also stand beside it.
static bool check_outside(model *m, unit *u, bool single, error *e)
{
    if (stands_beside(m)) // then it belongs to objects and processes
        return true;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        if (in_unit(m, i, UINT32_MAX))
            continue;
        return source_error(&m->source, e, v->at,
                            v->own     ? "it has no threads: declare an array there, with an item "
                                         "for each of those that act"
                            : v->ghost ? "declare it there, without ghost: invariants see all of "
                                         "its state"
                                       : "declare it there, without shared",
                            "the variables of automaton %s stand in it", u->name);
    }
    if (single) {
        u->invariant_from = 0;
        u->invariant_to = m->invariant_count;
    }
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (!in_unit(m, UINT32_MAX, i))
            return source_error(&m->source, e, m->invariants[i].at,
                                "of which automaton or system? There are several",
                                "the invariant %s stands outside", m->invariants[i].name);
    if (!m->has_init)
        return true;
    if (!single || u->init)
        return source_error(&m->source, e, m->init.at, NULL,
                            single ? "there is a second init block"
                                   : "an init block stands in its automaton");
    u->init = &m->init;
    return true;
}

static bool check_units(model *m, error *e)
{
    unit *automaton = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        unit *u = m->units[i];
        automaton = automaton ? automaton : u->is_automaton ? u : NULL;
        count += u->is_automaton;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(u->name, m->units[k]->name) == 0)
                return source_error(&m->source, e, u->at, "choose another name",
                                    "%s is declared already", u->name);
    }
    assert(automaton);
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_automaton && has_process(m, m->units[i]->name))
            return source_error(&m->source, e, m->units[i]->at, "choose another name",
                                "%s is a process already", m->units[i]->name);
    return check_outside(m, automaton, count == 1, e);
}

// What is only part of systems is checked there.
static bool wants_view(const model *m, const unit *u)
{
    bool wanted = true;
    for (uint32_t i = 0; i < m->unit_count; i++)
        for (uint32_t k = 0; k < m->units[i]->component_count; k++)
            wanted &= m->units[i]->components[k].of != u;
    for (uint32_t i = 0; i < m->instance_count; i++)
        wanted |= strcmp(m->instances[i].object, u->name) == 0;
    return wanted || is_compared_with(m, u->name);
}

bool model_compose(model *m, error *e)
{
    if (!check_units(m, e))
        return false;
    m->views = model_allocate(m, (m->unit_count + 1) * sizeof *m->views);
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->component_count && !find_parts(m, m->units[i], e))
            return false;
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_automaton && wants_view(m, m->units[i]) &&
            !make_view(m, m->units[i], e))
            return false;
    if (!check_subjects(m, e))
        return false;
    if (stands_beside(m)) {
        m->views[m->view_count++] = view_new(m);
        if (!compose_beside(m, m->views[m->view_count - 1], in_unit, e))
            return false;
    }
    return place_instances(m, e);
}
