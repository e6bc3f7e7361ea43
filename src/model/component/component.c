// SPDX-License-Identifier: MIT
// See component.h. Which automata of a system are servers, which are operations, and which is
// their environment; what calls and returns from them; and the supplies of identifiers.

#include "model/component/component.h"

#include "model/component/component_annotate.h"
#include "model/component/component_typing.h"
#include "model/syntax/finite_type.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool type_is_supply(const model *m, type t)
{
    return t.kind == TYPE_ENUM && m->enums[t.record]->open;
}

int64_t type_lowest(type t)
{
    return t.kind == TYPE_BOOL ? 0 : t.ranged ? t.low : t.kind == TYPE_ENUM ? 0 : INT64_MIN;
}

int64_t type_highest(type t)
{
    return t.kind == TYPE_BOOL            ? 1
           : t.kind == TYPE_INT && t.open ? INT64_MAX
           : t.ranged                     ? t.high
           : t.kind == TYPE_ENUM          ? (int64_t)t.names - 1
           : t.kind == TYPE_MASK          ? (INT64_C(1) << type_card(t.parts[0])) - 1
                                          : INT64_MAX;
}

bool type_is_closed(const model *m, type t)
{
    if (t.open || type_is_supply(m, t) || !type_card(t))
        return false;
    for (uint32_t i = 0; i < t.part_count; i++)
        if (!type_is_closed(m, t.parts[i]))
            return false;
    return true;
}

uint32_t type_supplies(const component_system *s, type t, uint32_t *first)
{
    int64_t low = t.ranged ? t.low : 0, high = t.ranged ? t.high : (int64_t)t.names - 1;
    uint32_t count = 0;
    *first = 0;
    for (uint32_t i = s->supply_count; i-- > 0;)
        if (s->supplies[i].of == t.record && s->supplies[i].low >= low &&
            s->supplies[i].high <= high) {
            *first = i;
            count++;
        }
    return count;
}

const component *component_named(const component_system *s, const char *name)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        if (strcmp(s->parts[i].part->name, name) == 0)
            return &s->parts[i];
    return NULL;
}

static unit *automaton_named(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_automaton && strcmp(m->units[i]->name, name) == 0)
            return m->units[i];
    return NULL;
}

// The name of a part of an enum: that of a type, if there is one.
static const char *supply_name(model *m, uint32_t of, int64_t low, int64_t high)
{
    for (uint32_t i = 0; i < m->alias_count; i++) {
        const type *t = &m->aliases[i].type;
        if (t->kind == TYPE_ENUM && t->record == of && t->ranged && !t->optional && t->low == low &&
            t->high == high)
            return m->aliases[i].name;
    }
    const enumeration *n = m->enums[of];
    if (low == 0 && high == (int64_t)n->item_count - 1)
        return n->name;
    size_t size = strlen(n->name) + strlen(n->items[low]) + 8;
    char *name = model_allocate(m, size);
    snprintf(name, size, "%s_from_%s", n->name, n->items[low]);
    return name;
}

static bool add_supply(component_system *s, uint32_t of, int64_t low, int64_t high,
                       const char *name, error *e)
{
    const enumeration *n = s->m->enums[of];
    if (s->supply_count == COMPONENT_SUPPLIES)
        return source_error(&s->m->source, e, n->at, NULL,
                            "there are more than %d supplies of identifiers", COMPONENT_SUPPLIES);
    s->supplies[s->supply_count++] = (supply){of, low, high, name};
    return true;
}

// The names of an enum that no type tells apart are one supply.
static bool find_supplies(component_system *s, error *e)
{
    model *m = s->m;
    for (uint32_t i = 0; i < m->alias_count; i++)
        type_resolve(m, &m->aliases[i].type);
    for (uint32_t of = 0; of < m->enum_count; of++) {
        const enumeration *n = m->enums[of];
        bool begins[MODEL_MAX_NAMES + 1] = {true};
        if (s->object && of == s->operations) {
            for (uint32_t i = 0; i < s->object->count; i++)
                if (!add_supply(s, of, 0, n->item_count - 1, s->object->methods[i].name, e))
                    return false;
            continue;
        }
        for (uint32_t i = 0; n->open && i < m->alias_count; i++) {
            const type *t = &m->aliases[i].type;
            if (t->kind == TYPE_ENUM && t->record == of && t->ranged)
                begins[t->low] = begins[t->high + 1] = true;
        }
        for (uint32_t low = 0, high; n->open && low < n->item_count; low = high + 1) {
            for (high = low; high + 1 < n->item_count && !begins[high + 1]; high++)
                ;
            if (!add_supply(s, of, low, high, supply_name(m, of, low, high), e))
                return false;
        }
    }
    return true;
}

static bool is_call(const component_system *s, const char *action)
{
    for (uint32_t i = 0; s->claims && i < s->claims->label_count; i++)
        if (!s->claims->labels[i].returns && strcmp(s->claims->labels[i].head->name, action) == 0)
            return true;
    return false;
}

// A server that hears calls was to be an operation.
static bool check_server(const component_system *s, const component *c, error *e)
{
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        const method *f = c->u->methods[i];
        if (f->role == ACTION_INPUT && is_call(s, f->name))
            return source_error(&s->m->source, e, c->part->at,
                                "its parameter is of an enum without end: enum op { w1, r1, ... }",
                                "%s hears %s, so there is one for each operation", c->part->name,
                                f->name);
    }
    return true;
}

static bool is_environment(const component_system *s, const unit *u)
{
    for (uint32_t i = 0; i < u->method_count; i++)
        if (u->methods[i]->role == ACTION_OUTPUT && is_call(s, u->methods[i]->name))
            return true;
    return false;
}

// The first label of the verify block that fits an identifier of this supply.
static const operation_label *label_for(const component_system *s, const supply *from, bool returns)
{
    for (uint32_t i = 0; i < s->claims->label_count; i++) {
        const operation_label *o = &s->claims->labels[i];
        if (o->returns != returns || !o->head->arg_count || o->head->args[0].fixed)
            continue;
        type t = o->head->locals[0].type;
        type_resolve(s->m, &t);
        int64_t low = t.ranged ? t.low : 0, high = t.ranged ? t.high : (int64_t)t.names - 1;
        if (t.kind == TYPE_ENUM && t.record == from->of && low <= from->low && high >= from->high)
            return o;
    }
    return NULL;
}

static bool find_argument(const component_system *s, component_operation *o, error *e)
{
    const operation_label *call = o->call;
    const expr *x = call->value_count ? call->values[0] : NULL;
    o->method = call->method;
    o->arguments = call->value_count == 1;
    if (call->head->arg_count == 1 &&
        (!x || (call->value_count == 1 && x->kind == EXPR_NAME &&
                strcmp(x->name, variable_name(&call->head->locals[0])) == 0)))
        return true;
    return source_error(&s->m->source, e, call->at,
                        "for example: call request(writer x) is write(x);",
                        "what is called with anything but its own name cannot be compiled yet");
}

static bool find_operations(component_system *s, component *c, error *e)
{
    uint32_t first, count = type_supplies(s, c->part->domains[0], &first);
    for (uint32_t i = first; i < first + count; i++) {
        component_operation *o = &c->operations[c->operation_count++];
        o->supply = i;
        o->call = s->claims ? label_for(s, &s->supplies[i], false) : NULL;
        o->back = s->claims ? label_for(s, &s->supplies[i], true) : NULL;
        if (!o->call || !o->back)
            return source_error(&s->m->source, e, c->part->at,
                                "a verify block says so: call request(writer x) is write(x);",
                                "which operation is %s of a %s?", c->part->name,
                                s->supplies[i].name);
        if (!find_argument(s, o, e) || (s->object && !component_replace(s, o, e)))
            return false;
    }
    return true;
}

static bool add_part(component_system *s, const system_part *part, error *e)
{
    component *c = &s->parts[s->part_count++];
    *c = (component){.part = part, .u = automaton_named(s->m, part->name), .instances = 1};
    uint32_t open = 0;
    for (uint32_t i = 0; i < part->domain_count; i++) {
        open += !type_is_closed(s->m, part->domains[i]);
        c->instances *= type_card(part->domains[i]);
    }
    c->is_operation = open > 0;
    for (uint32_t i = 0; i < s->system->crash_count; i++)
        if (strcmp(s->system->crashes[i].of, part->name) == 0)
            c->crashes = &s->system->crashes[i];
    if (open && (part->domain_count > 1 || !type_is_supply(s->m, part->domains[0])))
        return source_error(&s->m->source, e, part->at,
                            "for example: client[x in op], with enum op { w1, r1, ... }",
                            "an operation has one parameter, its name");
    return open ? find_operations(s, c, e) : check_server(s, c, e);
}

// The system that is meant: the one with this name, or the one that says what its operations are.
static bool find_system(component_system *s, const char *name, error *e)
{
    model *m = s->m;
    const unit *found = NULL;
    for (uint32_t i = 0; i < m->instance_count; i++) {
        const instance *v = &m->instances[i];
        const unit *u = automaton_named(m, v->object);
        bool channels = u && u->channel_count;
        if (!v->label_count || !channels || (name && strcmp(name, v->object) != 0))
            continue;
        if (found && found != u)
            return source_error(&m->source, e, v->object_at, "say which one: --system NAME",
                                "%s and %s could both be compiled", found->name, u->name);
        found = u;
        s->claims = s->claims ? s->claims : v;
    }
    s->system = found;
    if (found)
        return true;
    const unit *u = name ? automaton_named(m, name) : NULL;
    return name && !u ? error_at(e, m->source.file, 0, 0, "no system is called %s", name)
                      : error_at(e, m->source.file, 0, 0,
                                 "%s cannot be compiled: a system with channels is needed, and a "
                                 "verify block that says what is called and returned",
                                 name ? name : "this");
}

static bool annotate(component_system *s, error *e)
{
    for (uint32_t i = 0; i < s->m->message_count; i++)
        for (uint32_t k = 0; k < s->m->messages[i].param_count; k++)
            type_resolve(s->m, &s->m->messages[i].params[k].type);
    for (uint32_t i = 0; i < s->part_count; i++)
        if (!component_annotate(s, &s->parts[i], e))
            return false;
    return true;
}

bool components_find(model *m, const component_choice *which, component_system *out, error *e)
{
    *out = (component_system){.m = m, .object = which->object};
    if (!component_find_machine(out, e) || !find_supplies(out, e) ||
        !find_system(out, which->system, e))
        return false;
    assert(out->system);
    for (uint32_t i = 0; i < out->system->component_count; i++) {
        system_part *part = &out->system->components[i];
        for (uint32_t k = 0; k < part->domain_count; k++)
            type_resolve(m, &part->domains[k]);
        if (is_environment(out, automaton_named(m, part->name)))
            out->environment = part->name;
        else if (!add_part(out, part, e))
            return false;
    }
    return components_share(out, e) && annotate(out, e);
}

bool component_lone(model *m, const char *name, component_system *out, error *e)
{
    *out = (component_system){.m = m};
    unit *u = automaton_named(m, name);
    if (!u)
        return error_at(e, m->source.file, 0, 0, "no automaton is called %s", name);
    system_part *part = model_allocate(m, sizeof *part);
    *part = (system_part){.name = name, .at = u->at, .of = u};
    unit *alone = model_allocate(m, sizeof *alone);
    *alone = (unit){.name = "lone", .at = u->at};
    out->system = alone;
    return find_supplies(out, e) && add_part(out, part, e) && annotate(out, e);
}
