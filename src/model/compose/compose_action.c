// SPDX-License-Identifier: MIT
// The actions of a flat automaton. Each has one owner, the component whose output or internal
// action it is, and happens in all components that have it as an input. An input that is nobody's
// output belongs to the environment, which may take it at any time.

#include "model/compose/action_making.h"
#include "model/compose/compose_channel.h"
#include "model/compose/compose_clock.h"
#include "model/compose/compose_crash.h"
#include "model/syntax/finite_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static expr *argument_value(composer *c, const argument *a, uint32_t number)
{
    if (a->kind == ARGUMENT_CONSTANT)
        return expr_copy(c->view, a->constant);
    char *name = model_allocate(c->view, 24);
    snprintf(name, 24, "arg__%u", number); // no name of a model has two underscores
    return made_name(c->view, name, a->at, a->at);
}

bool making_parameter(making *k, type t, const char *name, uint32_t at)
{
    method *f = k->made;
    bool fits = f->local_count < MODEL_MAX_ARGS;
    t.ranged &= t.kind != TYPE_BOOL;
    if (fits) {
        f->locals[f->local_count++] = (variable){.name = name, .type = t, .at = at};
        fits = variable_split(k->c->view, f->locals, &f->local_count, MODEL_MAX_ARGS);
    }
    f->param_count = f->local_count;
    return fits || source_error(&k->c->view->source, k->c->e, at, "a tuple counts as its parts",
                                "%s has more than %d parameters, with those of its automaton",
                                f->name, MODEL_MAX_ARGS);
}

bool making_instance(making *k, const system_part *part, uint32_t at, expr **which)
{
    for (uint32_t i = 0; i < part->domain_count; i++) {
        const argument a = {.type = part->domains[i], .at = at};
        which[i] = argument_value(k->c, &a, i);
        if (!making_parameter(k, a.type, which[i]->name, at))
            return false;
    }
    return true;
}

// The parameters of the action: those of its owner that say which instance it is and are not
// among the arguments, then the arguments.
static bool add_owner(making *k)
{
    const role *o = k->owner;
    uint32_t number = 0, local[MODEL_MAX_ARGS] = {0};
    if (k->c->only)
        part_instance(k->c, o->part, k->c->instance, o->f->at, k->which);
    for (uint32_t i = 0; i < o->part->domain_count; i++) {
        bool among = k->which[i] != NULL;
        for (uint32_t n = 0; n < o->f->arg_count; n++)
            among |= o->args[n].kind == ARGUMENT_INDEX && o->args[n].index == i;
        if (among)
            continue;
        const argument a = {.type = o->part->domains[i], .at = o->f->at};
        k->which[i] = argument_value(k->c, &a, MODEL_MAX_ARGS + number++);
        local[i] = k->made->local_count;
        k->made->outer++;
        if (!making_parameter(k, a.type, k->which[i]->name, a.at))
            return false;
    }
    for (uint32_t i = 0; i < o->f->arg_count; i++) {
        const argument *a = &o->args[i];
        k->types[i] = a->type;
        bool again = a->kind == ARGUMENT_INDEX && k->which[a->index];
        k->values[i] = again ? k->which[a->index] : argument_value(k->c, a, i);
        action_argument *shown = &k->made->args[i];
        *shown = (action_argument){.local = again ? local[a->index] : k->made->local_count};
        if (a->kind == ARGUMENT_CONSTANT)
            shown->fixed = k->values[i];
        if (a->kind == ARGUMENT_INDEX) {
            local[a->index] = shown->local;
            k->which[a->index] = k->values[i];
        }
        if (a->kind != ARGUMENT_CONSTANT && !again &&
            !making_parameter(k, a->type, k->values[i]->name, a->at))
            return false;
    }
    return true;
}

static bool is_hidden(const composer *c, const char *name)
{
    for (uint32_t i = 0; i < c->system->hidden_count; i++)
        if (strcmp(c->system->hidden[i], name) == 0)
            return true;
    return false;
}

bool making_begin(making *k, composer *c, const method *f)
{
    unit *u = c->flat;
    if (u->method_count == MODEL_MAX_ACTIONS)
        return source_error(&c->view->source, c->e, c->system->at, NULL,
                            "%s has more than %d actions", c->system->name, MODEL_MAX_ACTIONS);
    method *made = u->methods[u->method_count] = model_allocate(c->view, sizeof *made);
    size_t size = strlen(f->name) + 16;
    char *symbol = model_allocate(c->view, size);
    snprintf(symbol, size, "%s__%u", f->name, u->method_count++);
    *made = (method){.name = f->name, .symbol = symbol, .at = f->at, .end = f->end};
    made->result.kind = TYPE_UNIT;
    made->role = f->role;
    made->arg_count = f->arg_count;
    *k = (making){.c = c, .made = made};
    return true;
}

void making_internal(making *k, const system_part *part)
{
    size_t size = strlen(part->name) + strlen(k->made->name) + 2;
    char *name = model_allocate(k->c->view, size);
    snprintf(name, size, "%s.%s", part->name, k->made->name);
    k->made->name = name;
    k->made->hidden = true;
}

static uint32_t parameter_number(const method *f, const char *name)
{
    uint32_t i = 0;
    while (i < f->param_count && strcmp(variable_name(&f->locals[i]), name) != 0)
        i++;
    return i;
}

// What its owner says, and that it is not down. False: nothing is.
static bool add_guard(making *k, const block *own)
{
    model *m = k->c->view;
    const role *o = k->owner;
    stmt *said = own->count && own->items[0]->guard ? own->items[0] : NULL;
    const expr at = {.at = said ? said->a->at : o->f->at, .end = said ? said->a->at : o->f->at};
    naming n = composer_naming(k->c, o->part);
    expr *up = crash_up(&n, &at, o->part, k->which);
    if (said && up)
        said->a = made_binary(m, OP_AND, up, said->a);
    if (said || up)
        making_add(k, said ? said : made_statement(m, STMT_AWAIT, up));
    return said != NULL;
}

bool composer_owned(composer *c, const role *owner)
{
    making k = {.c = c};
    if (!making_begin(&k, c, owner->f))
        return false;
    k.owner = owner;
    naming n = composer_naming(c, owner->part);
    block own;
    if (!add_owner(&k))
        return false;
    for (uint32_t i = 0; i < owner->part->domain_count; i++)
        naming_give(&n, owner->part->of->params[i].name, k.which[i]);
    for (uint32_t i = 0; i < owner->f->arg_count; i++)
        if (owner->args[i].kind == ARGUMENT_PARAMETER)
            naming_give(&n, owner->args[i].name, k.values[i]);
    if (!naming_block(&n, &owner->f->body, &own))
        return false;
    for (uint32_t i = 0; !c->only && i < owner->part->domain_count; i++)
        k.made->owner_locals[i] = parameter_number(k.made, k.which[i]->name);
    k.made->owner = (uint32_t)(owner->part - c->parts) + 1;
    bool guarded = add_guard(&k, &own);
    k.made->hidden = is_hidden(c, owner->f->name);
    if (owner->f->role != ACTION_OUTPUT)
        making_internal(&k, owner->part);
    else if (!c->only && !making_participants(&k))
        return false;
    for (uint32_t i = guarded; i < own.count; i++)
        making_add(&k, own.items[i]);
    return true;
}

// The values that an argument may have for at least one of those who take part.
static bool widest(making *k, const role *r)
{
    for (uint32_t i = 0; i < r->f->arg_count; i++) {
        type *t = &k->types[i], other = r->args[i].type;
        if (!k->values[i]) {
            const argument a = {.type = other, .at = r->args[i].at};
            k->values[i] = argument_value(k->c, &a, i);
            *t = other;
        } else if (!making_compare(k, r, i)) {
            return false;
        } else if (t->ranged && other.ranged) {
            t->low = t->low < other.low ? t->low : other.low;
            t->high = t->high > other.high ? t->high : other.high;
        } else {
            t->ranged = false;
        }
    }
    return true;
}

bool composer_input(composer *c, const method *f)
{
    making k;
    if (!making_begin(&k, c, f))
        return false;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const unit *u = c->parts[i].of;
        for (uint32_t j = 0; j < u->method_count; j++) {
            const method *g = u->methods[j];
            role r;
            if (g->role != ACTION_INPUT || strcmp(g->name, f->name) != 0 ||
                !composer_has(c, &c->parts[i]))
                continue;
            if (g->arg_count != f->arg_count)
                return PROBLEM(c, g->at, NULL, "%s has another number of arguments elsewhere",
                               g->name);
            if (!understand_role(c, &c->parts[i], g, &r) || !widest(&k, &r))
                return false;
        }
    }
    for (uint32_t i = 0; i < f->arg_count; i++) {
        assert(k.values[i]); // the input itself, at least
        k.made->args[i].local = k.made->local_count;
        if (!making_parameter(&k, k.types[i], k.values[i]->name, f->at))
            return false;
    }
    k.made->hidden = is_hidden(c, f->name);
    if (!making_participants(&k))
        return false;
    if (k.certain || !k.anybody)
        return true;
    block effects = k.made->body;
    stmt *wait = model_allocate(c->view, sizeof *wait);
    *wait = (stmt){.kind = STMT_AWAIT, .guard = true, .at = f->at, .end = f->end};
    wait->a = k.anybody;
    k.made->body = (block){0};
    making_add(&k, wait);
    for (uint32_t i = 0; i < effects.count; i++)
        making_add(&k, effects.items[i]);
    return true;
}

// Is it the first input of its name, and nobody's output?
static bool is_open(const composer *c, const method *f)
{
    bool first = true;
    for (uint32_t i = 0; i < c->part_count; i++)
        for (uint32_t k = 0; k < c->parts[i].of->method_count; k++) {
            const method *g = c->parts[i].of->methods[k];
            if (g == f)
                first = false;
            else if (strcmp(g->name, f->name) == 0 && (g->role == ACTION_OUTPUT || first))
                return false;
        }
    return true;
}

static bool check_hidden(const composer *c)
{
    for (uint32_t i = 0; i < c->system->hidden_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < c->flat->method_count; k++)
            found |= c->flat->methods[k]->role == ACTION_OUTPUT &&
                     strcmp(c->flat->methods[k]->name, c->system->hidden[i]) == 0;
        if (!found)
            return PROBLEM(c, c->system->hidden_at[i], NULL, "%s has no output %s to be hidden",
                           c->system->name, c->system->hidden[i]);
    }
    return true;
}

bool compose_actions(composer *c)
{
    for (uint32_t i = 0; i < c->part_count; i++) {
        const unit *u = c->parts[i].of;
        for (uint32_t k = 0; k < u->method_count; k++) {
            method *f = u->methods[k];
            role r;
            if (f->message) // see compose_channel.c
                continue;
            if (!understand_role(c, &c->parts[i], f, &r) || !check_owner(c, &r))
                return false;
            if (c->alone)
                c->flat->methods[c->flat->method_count++] = method_copy(c->view, f);
            else if (f->role == ACTION_INPUT ? is_open(c, f) && !composer_input(c, f)
                                             : !composer_owned(c, &r))
                return false;
        }
    }
    return compose_channels(c) && compose_crashes(c) && compose_time(c) && check_hidden(c);
}
