// SPDX-License-Identifier: MIT
// Who takes part in an action that somebody else takes: those who have it as an input, as far as
// its arguments concern them.

#include "model/compose/action_making.h"
#include "model/compose/compose_crash.h"
#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <string.h>

void making_add(making *k, stmt *s)
{
    block_add(k->c->view, &k->made->body, s);
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
    if (type_contained(have, want))
        return;
    if (type_low(have) < type_low(want))
        *condition = conjunction(c, *condition,
                                 made_binary(c->view, OP_GE, expr_copy(c->view, value),
                                             bound_of(c, want, type_low(want), value->at)));
    if (type_high(have) > type_high(want))
        *condition = conjunction(c, *condition,
                                 made_binary(c->view, OP_LE, expr_copy(c->view, value),
                                             bound_of(c, want, type_high(want), value->at)));
}

bool making_compare(const making *k, const role *r, uint32_t i)
{
    const composer *c = k->c;
    type given = k->types[i], heard = r->args[i].type;
    // Whether an option is in a range cannot be asked by comparing it.
    if (types_alike(given, heard) && (!given.optional || type_contained(given, heard)))
        return true;
    text have = {0}, want = {0};
    type_find_enum(c->whole, &given);
    type_find_enum(c->whole, &heard);
    type_print(c->whole, heard, &have);
    type_print(c->whole, given, &want);
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
        if (!making_compare(k, r, i))
            return FAILS;
        if (types_disjoint(k->types[i], a->type))
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
    const expr at = {.at = r->f->at, .end = r->f->at};
    expr *up = crash_up(n, &at, r->part, index);
    if (up)
        condition = conjunction(c, condition, up);
    stmt *s = model_allocate(c->view, sizeof *s);
    *s = (stmt){.kind = condition ? STMT_IF : STMT_BLOCK, .at = r->f->at, .end = r->f->at};
    s->a = condition;
    if (!naming_block(n, &r->f->body, &s->body))
        return false;
    making_add(k, s);
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
    uint32_t now[MODEL_MAX_ARGS] = {0};
    do {
        expr *index[MODEL_MAX_ARGS] = {0};
        part_instance(k->c, r->part, now, r->f->at, index);
        for (uint32_t i = 0; i < r->part->domain_count; i++)
            index[i] = known[i] ? known[i] : index[i];
        naming own = *n;
        if (!add_effect(k, r, &own, index, condition ? expr_copy(k->c->view, condition) : NULL))
            return false;
    } while (part_next(r->part, known, now));
    return true;
}

// For those who tell of the action.
static void note_hearer(making *k, const role *r)
{
    method *f = k->made;
    hearer *all = model_allocate(k->c->view, (f->hearer_count + 1) * sizeof *all);
    if (f->hearer_count)
        memcpy(all, f->hearers, f->hearer_count * sizeof *all);
    hearer *h = &all[f->hearer_count++];
    f->hearers = all;
    h->part = (uint32_t)(r->part - k->c->parts);
    for (uint32_t i = 0; i < r->f->arg_count; i++) {
        const argument *a = &r->args[i];
        bool plain = type_width(a->type) == 1 && !a->type.optional && a->type.kind != TYPE_MASK;
        h->args[i] = (hearing){INT64_MIN, INT64_MAX, a->kind == ARGUMENT_INDEX ? a->index + 1 : 0};
        if (a->kind == ARGUMENT_CONSTANT)
            h->args[i].low = h->args[i].high = literal_cell(k->c->whole, (a)->constant);
        else if (plain && type_card(a->type)) {
            h->args[i].low = type_low(a->type);
            h->args[i].high = type_high(a->type);
        }
    }
}

static bool add_participant(making *k, const role *r)
{
    const composer *c = k->c;
    const method *f = r->f;
    if (f->arg_count != (k->owner ? k->owner->f->arg_count : k->made->arg_count))
        return PROBLEM(c, f->at, NULL, "%s has another number of arguments where it is an output",
                       f->name);
    const stmt *back = block_return(&f->body);
    if (back)
        return PROBLEM(c, back->at, "write if and else",
                       "an input action has no return: others may take part in %s", f->name);
    if (k->owner && k->owner->part == r->part && !r->part->domain_count)
        return PROBLEM(c, f->at, "choose another name",
                       "%s is an input and an output of automaton %s", f->name, r->part->name);
    naming n = composer_naming(c, r->part);
    expr *index[MODEL_MAX_ARGS] = {0}, *condition = NULL;
    if (c->only)
        part_instance(c, r->part, c->instance, f->at, index);
    switch (match(k, r, &n, index, &condition)) {
    case FAILS:
        return false;
    case STAYS_OUT:
        return true;
    default:
        note_hearer(k, r);
        return add_instances(k, r, &n, index, condition);
    }
}

bool making_participants(making *k)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const unit *u = c->parts[i].of;
        for (uint32_t j = 0; j < u->method_count; j++) {
            role r;
            if (u->methods[j]->role != ACTION_INPUT || !composer_has(c, &c->parts[i]) ||
                strcmp(u->methods[j]->name, k->made->name) != 0)
                continue;
            if (!understand_role(c, &c->parts[i], u->methods[j], &r) || !add_participant(k, &r))
                return false;
        }
    }
    return true;
}
