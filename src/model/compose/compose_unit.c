// SPDX-License-Identifier: MIT
// The variables, derived variables, invariants and initial values of a flat automaton.

#include "base/memory.h"
#include "model/compose/compose_channel.h"
#include "model/compose/compose_clock.h"
#include "model/compose/compose_crash.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

naming composer_naming(const composer *c, const system_part *part)
{
    return (naming){.m = c->view,
                    .whole = c->whole,
                    .e = c->e,
                    .composer = c,
                    .system = c->system,
                    .part = part,
                    .alone = c->alone};
}

const composer *composer_side(const composer *c, const system_part *part)
{
    for (uint32_t i = 0; c->sides[0] && i < c->part_count; i++)
        if (part == &c->parts[i])
            return c->sides[i >= c->sides[0]->part_count];
    return c;
}

bool composer_has(const composer *c, const system_part *part)
{
    return !c->only || c->only == part;
}

void composer_spread(const composer *c, variable *v, const system_part *part, const type *more,
                     uint32_t count)
{
    type index = {.kind = TYPE_TUPLE, .at = v->at};
    uint32_t all = part->domain_count + count;
    index.parts = model_allocate(c->view, (all + 1) * sizeof *index.parts);
    for (uint32_t i = 0; i < all; i++)
        index.parts[index.part_count++] =
            i < part->domain_count ? part->domains[i] : more[i - part->domain_count];
    v->outer = part->domain_count;
    if (!all)
        return;
    v->index = all > 1 ? index : index.parts[0];
    v->length = type_card(v->index);
}

bool part_next(const system_part *part, expr *const *known, uint32_t *now)
{
    for (uint32_t i = 0; i < part->domain_count; i++) {
        if (known && known[i])
            continue;
        if (++now[i] < type_card(part->domains[i]))
            return true;
        now[i] = 0;
    }
    return false;
}

void part_instance(const composer *c, const system_part *part, const uint32_t *now, uint32_t at,
                   expr **out)
{
    for (uint32_t i = 0; i < part->domain_count; i++)
        out[i] = made_literal(c->view, c->whole, part->domains[i], now[i], at);
}

static bool too_many(const composer *c, uint32_t at, const char *what, uint32_t most)
{
    return source_error(&c->view->source, c->e, at, NULL, "%s has more than %u %s", c->system->name,
                        most, what);
}

// An item for each instance and, of an array, for each of its items.
static bool spread(const composer *c, const system_part *part, const variable *of, variable *v)
{
    if (!part->domain_count)
        return true;
    if (v->length && v->index.kind == TYPE_UNIT)
        v->index = (type){.kind = TYPE_INT, .ranged = true, .high = v->length - 1, .at = v->at};
    composer_spread(c, v, part, &v->index, v->length > 0);
    return (v->length && v->length <= MODEL_MAX_ITEMS) ||
           source_error(&c->view->source, c->e, v->at, NULL,
                        "an array has 1 to %d items, and all %s of %s together have more",
                        MODEL_MAX_ITEMS, variable_name(of), part->name);
}

variable *composer_variable(composer *c, const char *name, type t, uint32_t at)
{
    model *m = c->view;
    if (m->shared_count == MODEL_MAX_SHARED) {
        too_many(c, at, "variables", MODEL_MAX_SHARED);
        return NULL;
    }
    variable *v = &m->shared[m->shared_count++];
    *v = (variable){.name = name, .type = t, .at = at};
    m->used[at] = true;
    return v;
}

static bool add_variable(const composer *c, const system_part *part, const variable *of)
{
    model *m = c->view;
    naming n = composer_naming(c, part);
    for (uint32_t i = 0; i < part->of->param_count; i++)
        if (strcmp(part->of->params[i].name, variable_name(of)) == 0)
            return source_error(&m->source, c->e, of->at, "choose another name",
                                "automaton %s has a parameter %s already", part->name,
                                variable_name(of));
    if (m->shared_count == MODEL_MAX_SHARED)
        return too_many(c, of->at, "variables", MODEL_MAX_SHARED);
    variable *v = &m->shared[m->shared_count++];
    *v = *of;
    v->name = naming_name(&n, part, variable_name(of));
    v->type = variable_type(of);
    v->whole_name = NULL;
    if (v->clock)
        v->type.high = c->system->time.last;
    v->given = part->domain_count && of->initial;
    if (part->domain_count)
        v->initial = NULL;
    if ((v->initial && !(v->initial = naming_expr(&n, of->initial))) || !spread(c, part, of, v))
        return false;
    return variable_split(m, m->shared, &m->shared_count, MODEL_MAX_SHARED) ||
           too_many(c, of->at, "variables", MODEL_MAX_SHARED);
}

bool composer_variables(const composer *c, const system_part *part)
{
    const unit *u = part->of;
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->whole->shared[i])))
        if (!add_variable(c, part, &c->whole->shared[i]))
            return false;
    return true;
}

// What an instance holds first: the naming has its parameters.
static bool set_variable(const composer *c, naming *n, const variable *of, block *out)
{
    model *m = c->view;
    bool list = of->initial->kind == EXPR_LIST;
    uint32_t count = list ? of->initial->item_count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const expr *value = list ? of->initial->items[i] : of->initial;
        expr *name = made_name(m, variable_name(of), value->at, value->end), *at = name;
        if (list) {
            type index = of->index.kind == TYPE_UNIT ? (type){.kind = TYPE_INT} : of->index;
            at = model_allocate(m, sizeof *at);
            *at = (expr){.kind = EXPR_INDEX, .at = name->at, .end = name->end, .depth = 2};
            at->a = name;
            at->b = made_literal(m, c->whole, index, i, name->at);
        }
        expr *to = naming_expr(n, at), *from = naming_expr(n, value);
        if (!to || !from)
            return false;
        stmt *gets = made_assignment(m, to, from);
        gets->at = from->at;
        gets->end = from->end;
        block_add(m, out, gets);
    }
    return true;
}

static bool start_instance(const composer *c, const system_part *part, naming *n)
{
    const unit *u = part->of;
    model *m = c->view;
    for (uint32_t i = u->shared_from; i < u->shared_to && part->domain_count; i++) {
        const variable *v = &c->whole->shared[i];
        if (v->initial && !set_variable(c, n, v, &m->init.body))
            return false;
    }
    if (!u->init)
        return true;
    stmt *all = model_allocate(m, sizeof *all);
    *all = (stmt){.kind = STMT_BLOCK, .at = u->init->at, .end = u->init->at};
    if (!naming_block(n, &u->init->body, &all->body))
        return false;
    block_add(m, &m->init.body, all);
    return true;
}

static bool start_component(const composer *c, const system_part *part)
{
    uint32_t now[MODEL_MAX_ARGS] = {0};
    do {
        naming n = composer_naming(c, part);
        expr *which[MODEL_MAX_ARGS] = {0};
        part_instance(c, part, now, part->of->at, which);
        for (uint32_t k = 0; k < part->domain_count; k++)
            naming_give(&n, part->of->params[k].name, which[k]);
        if (!start_instance(c, part, &n))
            return false;
    } while (part_next(part, NULL, now));
    return true;
}

// The parameters of a component, where they are variables. No name of a model has two underscores,
// so nothing in its text can hide them.
const char *own_name(const composer *c, uint32_t i)
{
    char *name = model_allocate(c->view, 24);
    snprintf(name, 24, "own__%u", i);
    return name;
}

static void give_own(const composer *c, const system_part *part, naming *n, uint32_t at)
{
    for (uint32_t i = 0; part && i < part->domain_count; i++)
        naming_give(n, part->of->params[i].name, made_name(c->view, own_name(c, i), at, at));
}

// As functions of its parameters, too.
static bool add_let(const composer *c, const system_part *part, const method *of)
{
    model *m = c->view;
    naming n = composer_naming(c, part);
    if (m->function_count == MODEL_MAX_FUNCTIONS)
        return too_many(c, of->at, "functions", MODEL_MAX_FUNCTIONS);
    method *f = m->functions[m->function_count++] = model_allocate(m, sizeof *f);
    *f = *of;
    uint32_t outer = part ? part->domain_count : 0;
    if (outer + of->param_count > MODEL_MAX_ARGS)
        return too_many(c, of->at, "parameters of a derived variable", MODEL_MAX_ARGS);
    for (uint32_t i = 0; i < outer; i++) {
        f->locals[i] = part->of->params[i];
        f->locals[i].name = own_name(c, i);
        f->locals[i].type = part->domains[i];
    }
    give_own(c, part, &n, of->at);
    memcpy(f->locals + outer, of->locals, of->param_count * sizeof *of->locals);
    f->param_count = f->local_count = outer + of->param_count;
    for (uint32_t i = 0; i < of->param_count; i++)
        n.bound[n.bound_count++] = variable_name(&of->locals[i]);
    if (part && !c->alone) {
        f->name = naming_name(&n, part, of->name);
        const char *within = part->within ? part->within : "";
        size_t size = strlen(within) + strlen(part->name) + strlen(of->name) + 8;
        char *symbol = model_allocate(m, size); // as emit_named has it
        snprintf(symbol, size, "%s%s%s__0%s", within, *within ? "__" : "", part->name, of->name);
        f->symbol = symbol;
    }
    return naming_block(&n, &of->body, &f->body);
}

bool composer_lets(const composer *c, const system_part *part, const unit *u)
{
    for (uint32_t i = u->function_from; i < u->function_to; i++)
        if (!add_let(c, part, c->whole->functions[i]))
            return false;
    return true;
}

expr *composer_for_all(const composer *c, const system_part *part, expr *condition)
{
    if (!part || !part->domain_count)
        return condition;
    expr *x = model_allocate(c->view, sizeof *x);
    *x = (expr){.kind = EXPR_BIND, .at = condition->at, .end = condition->end, .bind = BIND_ALL};
    x->depth = condition->depth + 1;
    x->a = condition;
    x->binders = model_allocate(c->view, part->domain_count * sizeof *x->binders);
    for (; x->binder_count < part->domain_count; x->binder_count++)
        x->binders[x->binder_count] = (binder){.name = own_name(c, x->binder_count),
                                               .at = condition->at,
                                               .type = part->domains[x->binder_count]};
    return x;
}

static bool add_invariants(const composer *c, const system_part *part, const unit *u)
{
    model *m = c->view;
    for (uint32_t i = u->invariant_from; i < u->invariant_to; i++) {
        naming n = composer_naming(c, part);
        invariant v = c->whole->invariants[i];
        give_own(c, part, &n, v.at);
        if (part)
            v.name = naming_name(&n, part, v.name);
        if (!(v.condition = naming_expr(&n, v.condition)))
            return false;
        v.condition = composer_for_all(c, part, v.condition);
        MEMORY_GROW(m->invariants, m->invariant_capacity, m->invariant_count + 1);
        m->invariants[m->invariant_count++] = v;
    }
    return true;
}

bool compose_claims(const composer *c, const unit *u)
{
    return composer_lets(c, NULL, u) && (c->bare || add_invariants(c, NULL, u));
}

static void note_parts(const composer *c)
{
    system_part *parts = model_allocate(c->view, c->part_count * sizeof *parts);
    memcpy(parts, c->parts, c->part_count * sizeof *parts);
    c->flat->made_of = parts;
    c->flat->made_of_count = c->system->channel_count ? c->part_count : 0;
}

bool compose_unit(composer *c)
{
    model *m = c->view;
    note_parts(c);
    c->flat->time = c->system->time;
    if (!compose_clock_variables(c))
        return false;
    for (uint32_t i = 0; i < c->part_count; i++)
        if (!composer_variables(c, &c->parts[i]))
            return false;
    if (!compose_channel_variables(c) || !compose_crash_variables(c))
        return false;
    for (uint32_t i = 0; i < c->part_count; i++)
        if (!start_component(c, &c->parts[i]) || !composer_lets(c, &c->parts[i], c->parts[i].of) ||
            (!c->bare && !add_invariants(c, &c->parts[i], c->parts[i].of)))
            return false;
    bool is_system = c->system->component_count > 0;
    if (is_system && !compose_claims(c, c->system))
        return false;
    m->has_init = m->init.body.count > 0;
    m->init.name = "init";
    m->init.at = c->system->at;
    c->flat->shared_to = m->shared_count;
    if (!compose_actions(c))
        return false;
    for (uint32_t i = 0; !c->bare && i < c->part_count; i++)
        if (!compose_step_claims(c, &c->parts[i], c->parts[i].of))
            return false;
    return c->bare || !is_system || compose_step_claims(c, NULL, c->system);
}
