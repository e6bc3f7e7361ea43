// SPDX-License-Identifier: MIT
// See action_role.h.

#include "model/compose/action_role.h"

#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

bool enum_constant(const model *m, const char *name, type *out)
{
    uint32_t of, item;
    if (!enum_item_find(m, name, &of, &item))
        return false;
    *out = (type){.kind = TYPE_ENUM, .name = m->enums[of]->name, .names = m->enums[of]->item_count};
    out->ranged = true;
    out->low = out->high = item;
    return true;
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
        out->type = (type){.kind = TYPE_BOOL, .ranged = true, .low = x->number, .high = x->number};
    else if (x->kind == EXPR_INT)
        out->type = (type){.kind = TYPE_INT, .ranged = true, .low = x->number, .high = x->number};
    else if (x->kind != EXPR_NAME || !enum_constant(c->whole, x->name, &out->type))
        return PROBLEM(
            c, x->at, "a value is a parameter of the automaton, a number, or a name of an enum",
            "what is this argument of %s? A parameter has a type before its name: op x", f->name);
    return true;
}

bool understand_role(const composer *c, const system_part *part, const method *f, role *out)
{
    *out = (role){.part = part, .f = f};
    for (uint32_t i = 0; i < f->arg_count; i++)
        if (!understand(c, part, f, i, &out->args[i]))
            return false;
    return true;
}

// The same type but for the ranges of plain values; enums are not looked up yet.
bool types_alike(type a, type b)
{
    if (a.kind != b.kind || a.optional != b.optional || a.part_count != b.part_count)
        return false;
    bool exact = a.kind == TYPE_MASK || a.kind == TYPE_TUPLE;
    for (uint32_t i = 0; i < a.part_count; i++) {
        type p = a.parts[i], q = b.parts[i];
        if (!types_alike(p, q) ||
            (exact && (p.ranged != q.ranged || (p.ranged && (p.low != q.low || p.high != q.high)))))
            return false;
    }
    return a.kind != TYPE_ENUM || strcmp(a.name, b.name) == 0;
}

int64_t type_low(type t)
{
    return t.ranged ? t.low : t.kind == TYPE_ENUM || t.kind == TYPE_BOOL ? 0 : INT64_MIN;
}

int64_t type_high(type t)
{
    return t.ranged              ? t.high
           : t.kind == TYPE_BOOL ? 1
           : t.kind == TYPE_ENUM ? (int64_t)t.names - 1
                                 : INT64_MAX;
}

bool types_disjoint(type a, type b)
{
    return types_alike(a, b) && (type_high(a) < type_low(b) || type_high(b) < type_low(a));
}

bool type_contained(type inner, type outer)
{
    return type_low(inner) >= type_low(outer) && type_high(inner) <= type_high(outer);
}

// Could one and the same action be an output of both?
static bool may_meet(const role *a, const role *b)
{
    for (uint32_t i = 0; i < a->f->arg_count && i < b->f->arg_count; i++)
        if (types_disjoint(a->args[i].type, b->args[i].type))
            return false;
    return true;
}

// Whose action is it? Of several components of one kind, the arguments must say which.
static bool says_which(const composer *c, const role *r)
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

// Do both say by the same arguments whose action it is? Else those of two instances may be equal.
static bool same_index(const role *a, const role *b)
{
    for (uint32_t i = 0; i < a->part->of->param_count; i++) {
        bool same = false;
        for (uint32_t k = 0; k < a->f->arg_count && k < b->f->arg_count; k++)
            same |= a->args[k].kind == ARGUMENT_INDEX && b->args[k].kind == ARGUMENT_INDEX &&
                    a->args[k].index == i && b->args[k].index == i;
        if (!same)
            return false;
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
    if (r->f->role != ACTION_OUTPUT || g->role != ACTION_OUTPUT || !may_meet(r, &other))
        return true;
    if (part == r->part)
        return same_index(r, &other) ||
               PROBLEM(c, g->at, "let it stand at the same place everywhere",
                       "an action has one owner: where do the arguments of %s say which %s it is?",
                       g->name, part->name);
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

bool check_owner(const composer *c, const role *r)
{
    return says_which(c, r) && check_others(c, r);
}
