// SPDX-License-Identifier: MIT
// The steps of the specification that match one of the implementation, as statements of the pair.
// A step is asserted to be enabled: where an action is described several times, one of its
// descriptions must be.

#include "model/compose/compose_channel.h"
#include "model/compose/compose_simulation.h"
#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

// The name of an internal action may stand without its automaton.
static bool is_called(const method *f, const expr *x, const char *name)
{
    const char *dot = strchr(f->name, '.');
    if (!name)
        return strcmp(f->name, x->name) == 0 || (dot && strcmp(dot + 1, x->name) == 0);
    size_t length = strlen(name);
    return dot && (size_t)(dot - f->name) == length && memcmp(f->name, name, length) == 0 &&
           strcmp(dot + 1, x->name) == 0;
}

static bool is_choice(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_CHOOSE || (x->kind == EXPR_SEQ && x->seq == MANY_CHOOSE);
}

static bool chooses(const expr *x)
{
    return expr_any(x, is_choice, NULL);
}

// What waits in the middle, to send into a bounded channel, would let the step of the implementation
// wait.
static const stmt *unsuited(const block *b, bool outermost)
{
    const stmt *found = NULL;
    for (uint32_t i = 0; !found && i < b->count; i++) {
        const stmt *s = b->items[i];
        bool waits = s->kind == STMT_AWAIT && !(outermost && i == 0);
        bool bad = waits || s->kind == STMT_RETURN || chooses(s->a) || chooses(s->b) ||
                   (s->kind == STMT_DECLARE && s->declared && chooses(s->declared->initial));
        found = bad ? s : unsuited(&s->body, false);
        found = found ? found : unsuited(&s->other, false);
    }
    return found;
}

static stmt *new_statement(pairing *p, stmt_kind kind, const expr *x)
{
    stmt *s = model_allocate(p->c->view, sizeof *s);
    *s = (stmt){.kind = kind, .at = x->at, .end = x->end};
    if (kind == STMT_IF || kind == STMT_ASSERT)
        s->end = s->at; // nobody wrote it
    return s;
}

static bool is_simple(const expr *x)
{
    return x->kind == EXPR_NAME || x->kind == EXPR_INT || x->kind == EXPR_BOOL ||
           x->kind == EXPR_NONE;
}

// What a parameter of the step is: the expression itself, or a local that holds its value, since
// the step may change what it is made of.
static expr *argument_for(pairing *p, const variable *v, expr *value, block *out)
{
    if (is_simple(value))
        return value;
    stmt *s = new_statement(p, STMT_DECLARE, value);
    s->declared = model_allocate(p->c->view, sizeof *s->declared);
    char *name = model_allocate(p->c->view, 24);
    snprintf(name, 24, "with__%u", p->locals++);
    *s->declared = (variable){.name = name, .type = variable_type(v), .at = value->at};
    s->a = value;
    block_add(p->c->view, out, s);
    return made_name(p->c->view, name, value->at, value->end);
}

// The type of what is given, where it can be seen from it: a parameter of the action, or a name.
static bool type_given(const pairing *p, const expr *x, type *out)
{
    const method *f = p->concrete;
    for (uint32_t i = 0; x->kind == EXPR_NAME && i < f->param_count; i++)
        if (strcmp(variable_name(&f->locals[i]), x->name) == 0) {
            *out = variable_type(&f->locals[i]);
            return true;
        }
    if (x->kind == EXPR_NAME)
        return enum_constant(p->c->whole, x->name, out);
    if (x->kind == EXPR_INT)
        *out = (type){.kind = TYPE_INT, .ranged = true, .low = x->number, .high = x->number};
    return x->kind == EXPR_INT;
}

typedef enum fitting { FITS, MAY_FIT, NEVER_FITS } fitting;

static expr *both(pairing *p, expr *a, expr *b)
{
    return !a ? b : !b ? a : made_binary(p->c->view, OP_AND, a, b);
}

static expr *bound(pairing *p, type t, int64_t value, uint32_t at)
{
    t.ranged = true;
    t.low = value;
    return made_literal(p->c->view, p->c->whole, t, 0, at);
}

// Is the argument among the values that this description of the action is for?
static fitting fits(pairing *p, type want, expr *value, expr **condition)
{
    type have;
    model *m = p->c->view;
    bool known = type_given(p, value, &have);
    if (!want.ranged || want.optional || (known && type_contained(have, want)))
        return FITS;
    if (known && types_disjoint(have, want))
        return NEVER_FITS;
    *condition = both(
        p, *condition,
        both(p,
             made_binary(m, OP_GE, expr_copy(m, value), bound(p, want, type_low(want), value->at)),
             made_binary(m, OP_LE, expr_copy(m, value),
                         bound(p, want, type_high(want), value->at))));
    return MAY_FIT;
}

// One description of the action, with these values: its condition, and its effect.
static fitting describe(pairing *p, const method *f, expr *const *outer, expr *const *args,
                        expr **condition, block *effect)
{
    naming n = {.m = p->c->view, .whole = p->c->whole, .e = p->c->e};
    *condition = NULL;
    for (uint32_t i = 0; i < f->outer; i++) {
        if (fits(p, variable_type(&f->locals[i]), outer[i], condition) == NEVER_FITS)
            return NEVER_FITS;
        naming_give(&n, variable_name(&f->locals[i]), outer[i]);
    }
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const action_argument *a = &f->args[i];
        const variable *v = &f->locals[a->local];
        if (a->fixed)
            *condition = both(p, *condition,
                              made_binary(p->c->view, OP_EQ, expr_copy(p->c->view, args[i]),
                                          expr_copy(p->c->view, a->fixed)));
        else if (fits(p, variable_type(v), args[i], condition) == NEVER_FITS)
            return NEVER_FITS;
        else
            naming_give(&n, variable_name(v), args[i]);
    }
    block body;
    if (!naming_block(&n, &f->body, &body))
        return NEVER_FITS;
    bool guarded = body.count && body.items[0]->guard;
    if (guarded)
        *condition = both(p, *condition, body.items[0]->a);
    *effect = (block){0};
    for (uint32_t i = guarded; i < body.count; i++)
        block_add(p->c->view, effect, body.items[i]);
    return FITS;
}

static stmt *not_enabled(pairing *p, const expr *x)
{
    stmt *s = new_statement(p, STMT_ASSERT, x);
    s->a = model_allocate(p->c->view, sizeof *s->a);
    *s->a = (expr){.kind = EXPR_BOOL, .at = x->at, .end = x->end, .depth = 1};
    return s;
}

typedef struct step {
    const expr *x;        // as it is written
    const char *part;     // NULL: not said
    expr *const *outer;   // which instance
    uint32_t outer_count; //
    expr *const *args;
    uint32_t arg_count;
} step;

// Is one of the actions that are called so seen from outside?
static bool is_visible(const pairing *p, const step *s)
{
    const unit *u = &p->specification.flat;
    for (uint32_t i = 0; i < u->method_count; i++)
        if (action_visible(u->methods[i]) && is_called(u->methods[i], s->x, s->part))
            return true;
    return false;
}

static bool no_step(pairing *p, const step *s, bool named)
{
    const char *names[MODEL_MAX_ACTIONS];
    const unit *u = &p->specification.flat;
    size_t count = 0;
    for (uint32_t i = 0; i < u->method_count; i++) {
        const char *dot = strchr(u->methods[i]->name, '.');
        if (p->match || action_visible(u->methods[i]))
            names[count++] = dot ? dot + 1 : u->methods[i]->name;
    }
    const char *near = did_you_mean(s->x->name, names, count);
    char hint[160] = "";
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return PROBLEM(p->c, s->x->at,
                   named      ? NULL
                   : near     ? hint
                   : p->match ? "name one of its actions"
                              : "both must have the actions that are seen from outside; hide it, "
                                "where it is not meant to be seen",
                   named      ? "%s has an action %s, but with other parameters"
                   : p->match ? "%s has no action %s"
                              : "%s has no action %s that is seen from outside",
                   p->specification.named.name, s->x->name);
}

// if (first description is enabled) its effect; else if …; else: the step is not enabled.
static bool add_step(pairing *p, const step *s, block *to)
{
    const unit *u = &p->specification.flat;
    block *out = to;
    // By default, the action is seen; and what is seen is not matched by another one's own action.
    bool named = false, found = false, seen = !p->match || is_visible(p, s);
    for (uint32_t i = 0; i < u->method_count; i++) {
        const method *f = u->methods[i];
        expr *condition;
        block effect;
        if (f->over || !is_called(f, s->x, s->part) || (seen && !action_visible(f)))
            continue;
        named = true;
        if (f->arg_count != s->arg_count || f->outer != s->outer_count)
            continue;
        const stmt *bad = unsuited(&f->body, true);
        if (bad)
            return PROBLEM(
                p->c, bad->at,
                bad->kind == STMT_AWAIT ? "let the channel have no bound"
                                        : "make the choice a parameter; write if … else …",
                bad->kind == STMT_AWAIT ? "a step that matches does not wait for room in a channel"
                                        : "a step that matches neither chooses nor returns early");
        if (action_visible(f) &&
            (!action_visible(p->concrete) || strcmp(f->name, p->concrete->name) != 0))
            return PROBLEM(p->c, s->x->at, "hide it in a system, or leave it out",
                           "%s is seen from outside, so it cannot match %s", f->name,
                           p->concrete->name);
        found = true;
        if (describe(p, f, s->outer, s->args, &condition, &effect) == NEVER_FITS) {
            if (p->c->e->message[0])
                return false;
            continue;
        }
        if (!condition) {
            for (uint32_t k = 0; k < effect.count; k++)
                block_add(p->c->view, out, effect.items[k]);
            return true;
        }
        stmt *one = new_statement(p, STMT_IF, s->x);
        one->a = condition;
        one->body = effect;
        block_add(p->c->view, out, one);
        out = &one->other;
    }
    if (!found)
        return no_step(p, s, named);
    block_add(p->c->view, out, not_enabled(p, s->x));
    return true;
}

// Does the step have the arguments of the action that it is seen as?
static bool same_arguments(const pairing *p, const step_match *m, const step *s)
{
    for (uint32_t i = 0; i < s->arg_count; i++) {
        const expr *x = s->x->items[i];
        if (x->kind != EXPR_NAME || i >= m->arg_count || strcmp(x->name, m->args[i]) != 0)
            return PROBLEM(p->c, x->at, "give it the parameters of the action, as they are",
                           "%s is seen from outside, with these arguments", s->x->name);
    }
    return true;
}

// order(x); or client[x].order(q);
static bool match_call(pairing *p, naming *n, const expr *x, block *to, bool certain)
{
    const expr *of = x->kind == EXPR_SEQ ? x->a : NULL;
    const expr *name = of && of->kind == EXPR_INDEX ? of->a : of;
    expr *outer[MODEL_MAX_ARGS], *args[MODEL_MAX_ARGS];
    step s = {.x = x, .outer = outer, .args = args, .part = name ? name->name : NULL};
    if ((of && name->kind != EXPR_NAME) || x->item_count > MODEL_MAX_ARGS)
        return PROBLEM(p->c, x->at, "for example: client[x].order(q);", "what step is this?");
    if (of && of->kind == EXPR_INDEX) {
        bool tuple = of->b->kind == EXPR_TUPLE;
        s.outer_count = tuple ? of->b->item_count : 1;
        for (uint32_t i = 0; i < s.outer_count; i++)
            if (!(outer[i] = naming_expr(n, tuple ? of->b->items[i] : of->b)))
                return false;
    }
    const variable any = {.type = {.kind = TYPE_INT}};
    for (; s.arg_count < x->item_count; s.arg_count++) {
        expr *value = naming_expr(n, x->items[s.arg_count]);
        const variable *v = &any;
        const unit *u = &p->specification.flat;
        for (uint32_t i = 0; i < u->method_count; i++)
            if (is_called(u->methods[i], x, s.part) && s.arg_count < u->methods[i]->arg_count &&
                !u->methods[i]->args[s.arg_count].fixed)
                v = &u->methods[i]->locals[u->methods[i]->args[s.arg_count].local];
        if (!value)
            return false;
        args[s.arg_count] = argument_for(p, v, value, to);
    }
    if (is_visible(p, &s) && action_visible(p->concrete) &&
        strcmp(p->concrete->name, x->name) == 0) {
        p->seen++;
        if (p->match && !same_arguments(p, p->match, &s))
            return false;
        if (!certain || p->seen > 1)
            return PROBLEM(p->c, x->at, "write it once, outside of if and each",
                           "%s is seen from outside: it matches once, and always", x->name);
    }
    return add_step(p, &s, to);
}

// Once for each value of the type.
static bool match_each(pairing *p, naming *n, const stmt *s, block *to)
{
    model *m = p->c->view;
    type t = s->declared->type;
    type_find_enum(p->c->whole, &t);
    uint32_t count = type_card(t);
    if (!count || count > MODEL_MAX_NAMES || type_width(t) > 1 || t.kind == TYPE_MASK || t.optional)
        return PROBLEM(p->c, s->declared->at, "an enum, a part of one, a bool or a range of ints",
                       "each goes through the values of a small type");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = n->given_count;
        if (before == sizeof n->given / sizeof *n->given)
            return PROBLEM(p->c, s->at, NULL, "too many names are known here");
        naming_give(n, s->declared->name, made_literal(m, p->c->whole, t, i, s->at));
        expr *in = model_allocate(m, sizeof *in);
        *in = (expr){.kind = EXPR_IN, .at = s->a->at, .end = s->a->end, .depth = s->a->depth + 1};
        in->a = made_literal(m, p->c->whole, t, i, s->at);
        stmt *one = new_statement(p, STMT_IF, s->a);
        one->a = in;
        bool ok = (in->b = naming_expr(n, s->a)) && match_block(p, n, &s->body, &one->body, false);
        n->given_count = before;
        if (!ok)
            return false;
        block_add(m, to, one);
    }
    return true;
}

static bool match_stmt(pairing *p, naming *n, const stmt *s, block *to, bool certain)
{
    if (s->kind == STMT_EXPR && (s->a->kind == EXPR_CALL || s->a->kind == EXPR_SEQ))
        return match_call(p, n, s->a, to, certain);
    if (s->kind == STMT_BLOCK)
        return match_block(p, n, &s->body, to, certain);
    if (s->kind == STMT_EACH)
        return match_each(p, n, s, to);
    if (s->kind != STMT_IF)
        return PROBLEM(p->c, s->at, "for example: each op y in done : add(y, x); order(x);",
                       "what matches is made of steps, if, each and blocks");
    stmt *made = model_allocate(p->c->view, sizeof *made);
    *made = (stmt){.kind = STMT_IF, .at = s->at, .end = s->end};
    if (!(made->a = naming_expr(n, s->a)) || !match_block(p, n, &s->body, &made->body, false) ||
        !match_block(p, n, &s->other, &made->other, false))
        return false;
    block_add(p->c->view, to, made);
    return true;
}

bool match_block(pairing *p, naming *n, const block *from, block *to, bool certain)
{
    for (uint32_t i = 0; i < from->count; i++)
        if (!match_stmt(p, n, from->items[i], to, certain))
            return false;
    return true;
}

bool match_same(pairing *p, naming *n, block *to)
{
    const method *f = p->concrete;
    model *m = p->c->view;
    uint32_t at = p->c->system->at;
    expr *call = made_name(m, f->name, at, at), *args[MODEL_MAX_ARGS];
    (void)n;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const action_argument *a = &f->args[i];
        args[i] = a->fixed ? expr_copy(m, a->fixed)
                           : made_name(m, variable_name(&f->locals[a->local]), at, at);
    }
    const step s = {.x = call, .args = args, .arg_count = f->arg_count};
    p->seen = 1;
    return add_step(p, &s, to);
}
