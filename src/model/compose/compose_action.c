// SPDX-License-Identifier: MIT
// The actions of a flat automaton. Each has one owner, the component whose output or internal
// action it is, and happens in all components that have it as an input. An input that is nobody's
// output belongs to the environment, which may take it at any time.

#include "model/compose/composer.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

// An argument of an action as one of those who take part writes it.
typedef enum argument_kind {
    ARGUMENT_PARAMETER, // op x
    ARGUMENT_INDEX,     // x, a parameter of the automaton: which instance it is
    ARGUMENT_CONSTANT,  // w1, 0, true
} argument_kind;

typedef struct argument {
    argument_kind kind;
    type type;
    uint32_t index;   // of the automaton's parameter
    const char *name; // of the parameter
    const expr *constant;
    uint32_t at;
} argument;

// A component's action, with its arguments understood.
typedef struct role {
    const system_part *part;
    const method *f;
    argument args[MODEL_MAX_ARGS];
} role;

// The action that is being made.
typedef struct making {
    composer *c;
    method *made;
    const role *owner; // NULL: the environment
    type types[MODEL_MAX_ARGS];
    expr *values[MODEL_MAX_ARGS]; // of each argument
    expr *which[MODEL_MAX_ARGS];  // the owner's instance
    expr *anybody;                // of the environment's: somebody takes part; NULL: certainly
    bool certain;
} making;

#define PROBLEM(c, at, hint, ...) source_error(&(c)->view->source, (c)->e, at, hint, __VA_ARGS__)

static bool enum_constant(const model *m, const char *name, type *out)
{
    for (uint32_t i = 0; i < m->enum_count; i++)
        for (uint32_t k = 0; k < m->enums[i]->item_count; k++)
            if (strcmp(m->enums[i]->items[k], name) == 0) {
                *out = (type){.kind = TYPE_ENUM,
                              .name = m->enums[i]->name,
                              .names = m->enums[i]->item_count,
                              .ranged = true,
                              .low = k,
                              .high = k};
                return true;
            }
    return false;
}

static bool understand(const composer *c, const system_part *part, const method *f, uint32_t i,
                       argument *out)
{
    const action_argument *a = &f->args[i];
    if (!a->fixed) {
        const variable *v = &f->locals[a->local];
        *out = (argument){.type = variable_type(v), .name = variable_name(v), .at = v->at};
        for (uint32_t k = 0; k < part->of->param_count; k++)
            if (strcmp(part->of->params[k].name, out->name) == 0)
                return PROBLEM(c, v->at, "leave out the type: then it is the automaton's",
                               "automaton %s has a parameter %s already", part->of->name,
                               out->name);
        return true;
    }
    const expr *x = a->fixed;
    *out = (argument){.kind = ARGUMENT_CONSTANT, .constant = x, .at = x->at};
    for (uint32_t k = 0; x->kind == EXPR_NAME && k < part->of->param_count; k++)
        if (strcmp(part->of->params[k].name, x->name) == 0) {
            out->kind = ARGUMENT_INDEX;
            out->index = k;
            out->type = part->domains[k];
            return true;
        }
    if (x->kind == EXPR_BOOL)
        out->type = (type){.kind = TYPE_BOOL};
    else if (x->kind == EXPR_INT)
        out->type = (type){.kind = TYPE_INT, .ranged = true, .low = x->number, .high = x->number};
    else if (x->kind != EXPR_NAME || !enum_constant(c->whole, x->name, &out->type))
        return PROBLEM(
            c, x->at, "a value is a parameter of the automaton, a number, or a name of an enum",
            "what is this argument of %s? A parameter has a type before its name: op x", f->name);
    return true;
}

static bool understand_role(const composer *c, const system_part *part, const method *f, role *out)
{
    *out = (role){.part = part, .f = f};
    for (uint32_t i = 0; i < f->arg_count; i++)
        if (!understand(c, part, f, i, &out->args[i]))
            return false;
    return true;
}

// The same type but for the ranges of plain values; enums are not looked up yet.
static bool alike(type a, type b)
{
    if (a.kind != b.kind || a.optional != b.optional || a.part_count != b.part_count)
        return false;
    bool exact = a.kind == TYPE_MASK || a.kind == TYPE_TUPLE;
    for (uint32_t i = 0; i < a.part_count; i++) {
        type p = a.parts[i], q = b.parts[i];
        if (!alike(p, q) ||
            (exact && (p.ranged != q.ranged || (p.ranged && (p.low != q.low || p.high != q.high)))))
            return false;
    }
    return a.kind != TYPE_ENUM || strcmp(a.name, b.name) == 0;
}

static int64_t low_of(type t)
{
    return t.ranged ? t.low : t.kind == TYPE_ENUM ? 0 : INT64_MIN;
}

static int64_t high_of(type t)
{
    return t.ranged ? t.high : t.kind == TYPE_ENUM ? (int64_t)t.names - 1 : INT64_MAX;
}

static bool disjoint(type a, type b)
{
    return alike(a, b) && (high_of(a) < low_of(b) || high_of(b) < low_of(a));
}

static bool contained(type inner, type outer)
{
    return low_of(inner) >= low_of(outer) && high_of(inner) <= high_of(outer);
}

static expr *conjunction(composer *c, expr *all, expr *one)
{
    return all ? made_binary(c->view, OP_AND, all, one) : one;
}

static expr *bound_of(composer *c, type t, int64_t value, uint32_t at)
{
    t.ranged = true;
    t.low = value;
    return made_literal(c->view, c->whole, t, 0, at);
}

// What must hold for a value to be one of a type that does not have them all.
static void require_within(composer *c, expr *value, type have, type want, expr **condition)
{
    if (have.optional || contained(have, want))
        return;
    if (low_of(have) < low_of(want))
        *condition = conjunction(c, *condition,
                                 made_binary(c->view, OP_GE, expr_copy(c->view, value),
                                             bound_of(c, want, low_of(want), value->at)));
    if (high_of(have) > high_of(want))
        *condition = conjunction(c, *condition,
                                 made_binary(c->view, OP_LE, expr_copy(c->view, value),
                                             bound_of(c, want, high_of(want), value->at)));
}

static expr *argument_value(composer *c, const argument *a, uint32_t number)
{
    if (a->kind == ARGUMENT_CONSTANT)
        return expr_copy(c->view, a->constant);
    char *name = model_allocate(c->view, 24);
    snprintf(name, 24, "arg__%u", number); // no name of a model has two underscores
    return made_name(c->view, name, a->at, a->at);
}

static bool add_parameter(making *k, type t, const char *name, uint32_t at)
{
    method *f = k->made;
    bool fits = f->local_count < MODEL_MAX_ARGS;
    if (fits) {
        f->locals[f->local_count++] = (variable){.name = name, .type = t, .at = at};
        fits = variable_split(k->c->view, f->locals, &f->local_count, MODEL_MAX_ARGS);
    }
    f->param_count = f->local_count;
    return fits || source_error(&k->c->view->source, k->c->e, at, "a tuple counts as its parts",
                                "%s has more than %d parameters, with those of its automaton",
                                f->name, MODEL_MAX_ARGS);
}

// The parameters of the action: those of its owner that say which instance it is and are not
// among the arguments, then the arguments.
static bool add_owner(making *k)
{
    const role *o = k->owner;
    uint32_t number = 0;
    for (uint32_t i = 0; i < o->part->domain_count; i++) {
        bool among = false;
        for (uint32_t n = 0; n < o->f->arg_count; n++)
            among |= o->args[n].kind == ARGUMENT_INDEX && o->args[n].index == i;
        if (among)
            continue;
        const argument a = {.type = o->part->domains[i], .at = o->f->at};
        k->which[i] = argument_value(k->c, &a, MODEL_MAX_ARGS + number++);
        if (!add_parameter(k, a.type, k->which[i]->name, a.at))
            return false;
    }
    for (uint32_t i = 0; i < o->f->arg_count; i++) {
        const argument *a = &o->args[i];
        k->types[i] = a->type;
        bool again = a->kind == ARGUMENT_INDEX && k->which[a->index];
        k->values[i] = again ? k->which[a->index] : argument_value(k->c, a, i);
        if (a->kind == ARGUMENT_INDEX)
            k->which[a->index] = k->values[i];
        if (a->kind != ARGUMENT_CONSTANT && !again &&
            !add_parameter(k, a->type, k->values[i]->name, a->at))
            return false;
    }
    return true;
}

static void add_to_body(making *k, stmt *s)
{
    block *b = &k->made->body;
    stmt **items = model_allocate(k->c->view, (b->count + 1) * sizeof *items);
    if (b->count)
        memcpy(items, b->items, b->count * sizeof *items);
    items[b->count++] = s;
    b->items = items;
}

static const stmt *find_return(const block *b)
{
    const stmt *found = NULL;
    for (uint32_t i = 0; !found && i < b->count; i++) {
        const stmt *s = b->items[i];
        found = s->kind == STMT_RETURN ? s : find_return(&s->body);
        found = found ? found : find_return(&s->other);
    }
    return found;
}

static bool compare_types(const making *k, const role *r, uint32_t i)
{
    const composer *c = k->c;
    if (alike(k->types[i], r->args[i].type))
        return true;
    text have = {0}, want = {0};
    type_print(c->whole, r->args[i].type, &have);
    type_print(c->whole, k->types[i], &want);
    source_error(&c->view->source, c->e, r->args[i].at,
                 "an action has the same arguments wherever it stands",
                 "this argument of %s is %s here, and %s where it is an output", r->f->name,
                 have.bytes, want.bytes);
    text_fini(&have);
    text_fini(&want);
    return false;
}

typedef enum taking { TAKES_PART, STAYS_OUT, FAILS } taking;

// Which instance of a component takes part, and under which condition. What is not said by the
// arguments stays open.
static taking match(making *k, const role *r, naming *n, expr **index, expr **condition)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < r->f->arg_count; i++) {
        const argument *a = &r->args[i];
        if (!compare_types(k, r, i))
            return FAILS;
        if (disjoint(k->types[i], a->type))
            return STAYS_OUT;
        expr *value = expr_copy(c->view, k->values[i]);
        bool again = a->kind == ARGUMENT_INDEX && index[a->index];
        if (a->kind == ARGUMENT_CONSTANT || again) {
            expr *other = again ? index[a->index] : naming_expr(n, a->constant);
            *condition = conjunction(c, *condition,
                                     made_binary(c->view, OP_EQ, value, expr_copy(c->view, other)));
            continue;
        }
        require_within(c, value, k->types[i], a->type, condition);
        if (a->kind == ARGUMENT_INDEX)
            index[a->index] = value;
        else
            naming_give(n, a->name, value);
    }
    return TAKES_PART;
}

// An instance does not receive what it sends.
static expr *not_the_owner(const making *k, const role *r, expr *const *index)
{
    composer *c = k->c;
    expr *differs = NULL;
    for (uint32_t i = 0; i < r->part->domain_count; i++) {
        expr *one = made_binary(c->view, OP_NE, expr_copy(c->view, index[i]),
                                expr_copy(c->view, k->which[i]));
        differs = differs ? made_binary(c->view, OP_OR, differs, one) : one;
    }
    return differs;
}

static bool add_effect(making *k, const role *r, naming *n, expr *const *index, expr *condition)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < r->part->domain_count; i++)
        naming_give(n, r->part->of->params[i].name, index[i]);
    if (k->owner && k->owner->part == r->part)
        condition = conjunction(c, condition, not_the_owner(k, r, index));
    stmt *s = model_allocate(c->view, sizeof *s);
    *s = (stmt){.kind = condition ? STMT_IF : STMT_BLOCK, .at = r->f->at, .end = r->f->end};
    s->a = condition;
    if (!naming_block(n, &r->f->body, &s->body))
        return false;
    add_to_body(k, s);
    if (!condition)
        k->certain = true;
    else if (!k->owner)
        k->anybody = k->anybody
                         ? made_binary(c->view, OP_OR, k->anybody, expr_copy(c->view, condition))
                         : expr_copy(c->view, condition);
    return true;
}

// The instances that the arguments do not tell apart all take part.
static bool add_instances(making *k, const role *r, const naming *n, expr *const *known,
                          expr *condition)
{
    composer *c = k->c;
    uint32_t now[MODEL_MAX_ARGS] = {0};
    for (;;) {
        expr *index[MODEL_MAX_ARGS] = {0};
        for (uint32_t i = 0; i < r->part->domain_count; i++)
            index[i] = known[i]
                           ? known[i]
                           : made_literal(c->view, c->whole, r->part->domains[i], now[i], r->f->at);
        naming own = *n;
        if (!add_effect(k, r, &own, index, condition ? expr_copy(c->view, condition) : NULL))
            return false;
        uint32_t i = 0;
        for (; i < r->part->domain_count; i++) {
            if (known[i])
                continue;
            if (++now[i] < type_card(r->part->domains[i]))
                break;
            now[i] = 0;
        }
        if (i == r->part->domain_count)
            return true;
    }
}

static bool add_participant(making *k, const role *r)
{
    const composer *c = k->c;
    const method *f = r->f;
    if (f->arg_count != (k->owner ? k->owner->f->arg_count : k->made->arg_count))
        return PROBLEM(c, f->at, NULL, "%s has another number of arguments where it is an output",
                       f->name);
    const stmt *back = find_return(&f->body);
    if (back)
        return PROBLEM(c, back->at, "write if and else",
                       "an input action has no return: others may take part in %s", f->name);
    if (k->owner && k->owner->part == r->part && !r->part->domain_count)
        return PROBLEM(c, f->at, "choose another name",
                       "%s is an input and an output of automaton %s", f->name, r->part->name);
    naming n = composer_naming(c, r->part);
    expr *index[MODEL_MAX_ARGS] = {0}, *condition = NULL;
    switch (match(k, r, &n, index, &condition)) {
    case FAILS:
        return false;
    case STAYS_OUT:
        return true;
    default:
        return add_instances(k, r, &n, index, condition);
    }
}

static bool add_participants(making *k)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const unit *u = c->parts[i].of;
        for (uint32_t j = 0; j < u->method_count; j++) {
            role r;
            if (u->methods[j]->role != ACTION_INPUT ||
                strcmp(u->methods[j]->name, k->made->name) != 0)
                continue;
            if (!understand_role(c, &c->parts[i], u->methods[j], &r) || !add_participant(k, &r))
                return false;
        }
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

static bool begin_action(making *k, composer *c, const method *f)
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

// Internal actions are nobody else's: the name of the component goes before theirs.
static void name_internal(making *k)
{
    const char *part = k->owner->part->name;
    size_t size = strlen(part) + strlen(k->made->name) + 2;
    char *name = model_allocate(k->c->view, size);
    snprintf(name, size, "%s.%s", part, k->made->name);
    k->made->name = name;
    k->made->hidden = true;
}

static bool add_owned(composer *c, const role *owner)
{
    making k;
    if (!begin_action(&k, c, owner->f))
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
    bool guarded = own.count && own.items[0]->guard;
    if (guarded)
        add_to_body(&k, own.items[0]);
    k.made->hidden = is_hidden(c, owner->f->name);
    if (owner->f->role != ACTION_OUTPUT)
        name_internal(&k);
    else if (!add_participants(&k))
        return false;
    for (uint32_t i = guarded; i < own.count; i++)
        add_to_body(&k, own.items[i]);
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
        } else if (!compare_types(k, r, i)) {
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

static bool add_open(composer *c, const method *f)
{
    making k;
    if (!begin_action(&k, c, f))
        return false;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const unit *u = c->parts[i].of;
        for (uint32_t j = 0; j < u->method_count; j++) {
            const method *g = u->methods[j];
            role r;
            if (g->role != ACTION_INPUT || strcmp(g->name, f->name) != 0)
                continue;
            if (g->arg_count != f->arg_count)
                return PROBLEM(c, g->at, NULL, "%s has another number of arguments elsewhere",
                               g->name);
            if (!understand_role(c, &c->parts[i], g, &r) || !widest(&k, &r))
                return false;
        }
    }
    for (uint32_t i = 0; i < f->arg_count; i++)
        if (!add_parameter(&k, k.types[i], k.values[i]->name, f->at))
            return false;
    k.made->hidden = is_hidden(c, f->name);
    if (!add_participants(&k))
        return false;
    if (k.certain || !k.anybody)
        return true;
    block effects = k.made->body;
    stmt *wait = model_allocate(c->view, sizeof *wait);
    *wait = (stmt){.kind = STMT_AWAIT, .guard = true, .at = f->at, .end = f->end};
    wait->a = k.anybody;
    k.made->body = (block){0};
    add_to_body(&k, wait);
    for (uint32_t i = 0; i < effects.count; i++)
        add_to_body(&k, effects.items[i]);
    return true;
}

// Could one and the same action be an output of both?
static bool may_meet(const role *a, const role *b)
{
    for (uint32_t i = 0; i < a->f->arg_count && i < b->f->arg_count; i++)
        if (disjoint(a->args[i].type, b->args[i].type))
            return false;
    return true;
}

// Whose action is it? Of several components of one kind, the arguments must say which.
static bool check_owner(const composer *c, const role *r)
{
    const unit *u = r->part->of;
    for (uint32_t i = 0; r->f->role == ACTION_OUTPUT && i < u->param_count; i++) {
        bool said = false;
        for (uint32_t k = 0; k < r->f->arg_count; k++)
            said |= r->args[k].kind == ARGUMENT_INDEX && r->args[k].index == i;
        if (!said) {
            char hint[160];
            snprintf(hint, sizeof hint, "let it be one of its arguments: %.60s(%.60s, …)",
                     r->f->name, u->params[i].name);
            return PROBLEM(c, r->f->at, hint,
                           "an action has one owner, but all %s with the same other arguments have "
                           "the output %s",
                           u->name, r->f->name);
        }
    }
    return true;
}

static bool check_other(const composer *c, const role *r, const system_part *part, const method *g)
{
    role other;
    if (!understand_role(c, part, g, &other))
        return false;
    bool inner = r->f->role == ACTION_INTERNAL || r->f->role == ACTION_FREE;
    if (inner && part != r->part && (g->role == ACTION_INPUT || g->role == ACTION_OUTPUT))
        return PROBLEM(c, r->f->at, "write output, or choose another name",
                       "%s is an internal action here, and one that others see in automaton %s",
                       r->f->name, part->name);
    if (r->f->role != ACTION_OUTPUT || g->role != ACTION_OUTPUT || part == r->part ||
        !may_meet(r, &other))
        return true;
    return PROBLEM(c, r->f->at, "an action has one owner", "%s is an output of automaton %s, too",
                   r->f->name, part->name);
}

static bool check_others(const composer *c, const role *r)
{
    for (uint32_t i = 0; i < c->part_count; i++)
        for (uint32_t k = 0; k < c->parts[i].of->method_count; k++) {
            const method *g = c->parts[i].of->methods[k];
            if (g != r->f && strcmp(g->name, r->f->name) == 0 &&
                !check_other(c, r, &c->parts[i], g))
                return false;
        }
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
            found |= strcmp(c->flat->methods[k]->name, c->system->hidden[i]) == 0;
        if (!found)
            return PROBLEM(c, c->system->hidden_at[i], NULL, "%s has no action %s to be hidden",
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
            if (!understand_role(c, &c->parts[i], f, &r) || !check_owner(c, &r) ||
                !check_others(c, &r))
                return false;
            if (c->alone)
                c->flat->methods[c->flat->method_count++] = method_copy(c->view, f);
            else if (f->role == ACTION_INPUT ? is_open(c, f) && !add_open(c, f) : !add_owned(c, &r))
                return false;
        }
    }
    return check_hidden(c);
}
