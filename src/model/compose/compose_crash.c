// SPDX-License-Identifier: MIT
// Crashes of the components of a system. A variable says of each instance whether it is down:
//
//     action crash(replica p) when !replica::down[p] && replica::crashes < 1 do {
//         replica::down[p] = true;
//         replica::crashes += 1;
//     }
//
// and all that an instance does has `!replica::down[p]` in its guard or, where it only takes part,
// in a condition around it. One that never comes up again needs no messages: what is on its way to
// it goes with the crash, and what is sent to it later is not kept. One that forgets has its
// initial values from the crash on, so that states in which it is down do not differ in what it
// knew; its init block runs when it comes up. Its clock goes on.

#include "model/compose/compose_crash.h"

#include "model/compose/action_making.h"
#include "model/compose/compose_channel.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

static const char down_name[] = "down", count_name[] = "crashes__";

const crashes *crash_of(const composer *c, const system_part *part)
{
    for (uint32_t i = 0; i < c->system->crash_count; i++)
        if (strcmp(c->system->crashes[i].of, part->name) == 0)
            return &c->system->crashes[i];
    return NULL;
}

bool crash_is_final(const composer *c, const system_part *part)
{
    const crashes *r = crash_of(c, part);
    return r && r->mode == CRASH_STOPS;
}

expr *crash_down(naming *n, const expr *x, const system_part *part, expr *const *which)
{
    if (!crash_of(composer_side(n->composer, part), part))
        return NULL;
    return naming_indexed(n, x, naming_name(n, part, down_name), which, part->domain_count);
}

expr *crash_named(naming *n, const expr *x, const expr *field, const system_part *of,
                  expr *const *which)
{
    expr *down = crash_down(n, x, of, which);
    char hint[160];
    snprintf(hint, sizeof hint, "write in the system: crashes 1 of %.80s;", of->name);
    if (!down)
        source_error(&n->m->source, n->e, field->name_at, hint, "%s is never down", of->name);
    return down;
}

expr *crash_up(naming *n, const expr *x, const system_part *part, expr *const *which)
{
    expr *down = crash_down(n, x, part, which);
    return down ? made_unary(n->m, EXPR_NOT, down) : NULL;
}

static uint64_t instances(const system_part *part)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < part->domain_count; i++)
        all *= type_card(part->domains[i]);
    return all;
}

static bool unknown_component(const composer *c, const crashes *r)
{
    const char *names[MODEL_MAX_NAMES];
    for (uint32_t i = 0; i < c->part_count; i++)
        names[i] = c->parts[i].name;
    const char *near = did_you_mean(r->of, names, c->part_count);
    char hint[160] = "name a component of the system";
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return PROBLEM(c, r->of_at, hint, "%s has no component %s that could crash", c->system->name,
                   r->of);
}

static bool check_crashes(const composer *c, const crashes *r)
{
    const system_part *part = channel_end(c, r->of);
    if (!part)
        return unknown_component(c, r);
    if (crash_of(c, part) != r)
        return PROBLEM(c, r->at, "say it once, with the number of all",
                       "crashes of %s are there already", r->of);
    uint64_t all = instances(part);
    if (r->mode == CRASH_STOPS && r->most > all)
        return PROBLEM(c, r->at,
                       "without recovery, each crashes once: write a smaller number, or recovering",
                       "%u crashes, but there %s %llu %s", r->most, all == 1 ? "is" : "are",
                       (unsigned long long)all, r->of);
    if (unit_variable(c->whole, part->of, down_name) || unit_let(c->whole, part->of, down_name))
        return PROBLEM(c, r->of_at, "rename it there",
                       "automaton %s has a variable %s, as what says that it is down is called",
                       r->of, down_name);
    return true;
}

bool compose_crash_variables(composer *c)
{
    for (uint32_t i = 0; i < c->system->crash_count; i++) {
        const crashes *r = &c->system->crashes[i];
        if (!check_crashes(c, r))
            return false;
        const system_part *part = channel_end(c, r->of);
        type flag = {.kind = TYPE_BOOL, .at = r->of_at};
        type number = {.kind = TYPE_INT, .ranged = true, .high = r->most, .at = r->at};
        naming n = composer_naming(c, part);
        variable *down = composer_variable(c, naming_name(&n, part, down_name), flag, r->of_at);
        variable *count =
            down ? composer_variable(c, naming_name(&n, part, count_name), number, r->at) : NULL;
        if (!count)
            return false;
        count->unshown = true;
        composer_spread(c, down, part, NULL, 0);
        if (part->domain_count && (!down->length || down->length > MODEL_MAX_ITEMS))
            return PROBLEM(c, r->of_at, NULL, "there are more than %d of %s", MODEL_MAX_ITEMS,
                           r->of);
    }
    return true;
}

static expr *counter(naming *n, const expr *x, const system_part *part)
{
    return naming_indexed(n, x, naming_name(n, part, count_name), NULL, 0);
}

// An action of the environment on one instance, which becomes its parameters. False: with an error.
static bool begin(making *k, composer *c, const crashes *r, const char *name, expr **which)
{
    const system_part *part = channel_end(c, r->of);
    const method like = {.name = name, .at = r->at, .end = r->at, .role = ACTION_INTERNAL};
    if (!making_begin(k, c, &like))
        return false;
    k->made->hidden = true;
    k->made->struck = part->name;
    return making_instance(k, part, r->at, which);
}

// What is on its way to an instance that never comes up again goes with it.
static void drop_messages(making *k, const system_part *to, expr *const *which, const expr *at)
{
    composer *c = k->c;
    for (uint32_t i = 0; i < c->system->channel_count; i++) {
        const channel *h = &c->system->channels[i];
        if (strcmp(h->to, to->name) != 0)
            continue;
        const system_part *from = channel_end(c, h->from);
        naming n = composer_naming(c, from);
        uint32_t now[MODEL_MAX_ARGS] = {0};
        do {
            expr *sender[MODEL_MAX_ARGS] = {0};
            part_instance(c, from, now, at->at, sender);
            expr *place = channel_place(&n, at, from, sender, to, which);
            making_add(k, made_statement(c->view, STMT_EXPR,
                                         made_operation(c->view, place, "crash__clear", NULL)));
        } while (part_next(from, NULL, now));
    }
}

// What a variable of this type holds that is given no value.
static expr *zero(const composer *c, type t, uint32_t at)
{
    model *m = c->view;
    if (t.kind == TYPE_TUPLE && !t.optional) {
        expr *x = made_constant(m, EXPR_TUPLE, 0, at);
        x->items = model_allocate(m, t.part_count * sizeof *x->items);
        for (; x->item_count < t.part_count; x->item_count++)
            x->items[x->item_count] = zero(c, t.parts[x->item_count], at);
        x->depth = 2;
        return x;
    }
    if (t.optional || t.kind == TYPE_POINTER || t.kind == TYPE_MASK)
        return made_constant(m,
                             t.kind == TYPE_POINTER ? EXPR_NULL
                             : t.optional           ? EXPR_NONE
                                                    : EXPR_SET,
                             0, at);
    type all = t; // a part of an enum begins where the enum does
    all.ranged = false;
    return made_literal(m, c->whole, all, 0, at);
}

// One variable, or one item of an array, of the instance whose naming it is.
static bool reset_item(const composer *c, naming *n, const variable *v, const expr *value,
                       expr *index, block *out)
{
    model *m = c->view;
    uint32_t at = v->at;
    expr *to = made_name(m, variable_name(v), at, at);
    if (index) {
        expr *item = made_constant(m, EXPR_INDEX, 0, at);
        item->a = to;
        item->b = index;
        item->depth = 2;
        to = item;
    }
    if (!(to = naming_expr(n, to)))
        return false;
    if (type_many(variable_type(v))) {
        expr *clear = made_operation(m, to, "crash__clear", NULL);
        block_add(m, out, made_statement(m, STMT_EXPR, clear));
        return true;
    }
    expr *from = value ? naming_expr(n, value) : zero(c, variable_type(v), at);
    if (from)
        block_add(m, out, made_assignment(m, to, from));
    return from != NULL;
}

static bool reset_variable(const composer *c, naming *n, const variable *v, block *out)
{
    type index = v->index.kind == TYPE_UNIT ? (type){.kind = TYPE_INT} : v->index;
    if (!v->length)
        return reset_item(c, n, v, v->initial, NULL, out);
    for (uint32_t i = 0; i < v->length; i++) {
        const expr *value = v->initial && i < v->initial->item_count ? v->initial->items[i] : NULL;
        if (!reset_item(c, n, v, value, made_literal(c->view, c->whole, index, i, v->at), out))
            return false;
    }
    return true;
}

static naming instance_naming(const composer *c, const system_part *part, expr *const *which)
{
    naming n = composer_naming(c, part);
    for (uint32_t i = 0; i < part->domain_count; i++)
        naming_give(&n, part->of->params[i].name, which[i]);
    return n;
}

static bool forget(making *k, const system_part *part, expr *const *which)
{
    const composer *c = k->c;
    const unit *u = part->of;
    naming n = instance_naming(c, part, which);
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&c->whole->shared[i])))
        if (!c->whole->shared[i].clock &&
            !reset_variable(c, &n, &c->whole->shared[i], &k->made->body))
            return false;
    return true;
}

static bool add_crash(composer *c, const crashes *r)
{
    model *m = c->view;
    making k;
    expr *which[MODEL_MAX_ARGS] = {0};
    const system_part *part = channel_end(c, r->of);
    const expr at = {.at = r->at, .end = r->at};
    naming n = composer_naming(c, part);
    if (!begin(&k, c, r, "crash", which))
        return false;
    expr *left =
        made_binary(m, OP_LT, counter(&n, &at, part), made_constant(m, EXPR_INT, r->most, r->at));
    expr *guard = made_binary(m, OP_AND, crash_up(&n, &at, part, which), left);
    expr *more =
        made_binary(m, OP_ADD, counter(&n, &at, part), made_constant(m, EXPR_INT, 1, r->at));
    making_add(&k, made_statement(m, STMT_AWAIT, guard));
    making_add(&k, made_assignment(m, crash_down(&n, &at, part, which),
                                   made_constant(m, EXPR_BOOL, true, r->at)));
    making_add(&k, made_assignment(m, counter(&n, &at, part), more));
    if (r->mode == CRASH_STOPS)
        drop_messages(&k, part, which, &at);
    return r->mode != CRASH_FORGETS || forget(&k, part, which);
}

static bool add_recovery(composer *c, const crashes *r)
{
    model *m = c->view;
    making k;
    expr *which[MODEL_MAX_ARGS] = {0};
    const system_part *part = channel_end(c, r->of);
    const expr at = {.at = r->at, .end = r->at};
    naming n = composer_naming(c, part);
    if (!begin(&k, c, r, "recover", which))
        return false;
    making_add(&k, made_statement(m, STMT_AWAIT, crash_down(&n, &at, part, which)));
    making_add(&k, made_assignment(m, crash_down(&n, &at, part, which),
                                   made_constant(m, EXPR_BOOL, false, r->at)));
    if (r->mode != CRASH_FORGETS || !part->of->init)
        return true;
    n = instance_naming(c, part, which);
    stmt *all = model_allocate(m, sizeof *all);
    *all = (stmt){.kind = STMT_BLOCK, .at = part->of->init->at, .end = part->of->init->at};
    if (!naming_block(&n, &part->of->init->body, &all->body))
        return false;
    making_add(&k, all);
    return true;
}

bool compose_crashes(composer *c)
{
    for (uint32_t i = 0; i < c->system->crash_count; i++) {
        const crashes *r = &c->system->crashes[i];
        if (!add_crash(c, r) || (r->mode != CRASH_STOPS && !add_recovery(c, r)))
            return false;
    }
    return true;
}
