// SPDX-License-Identifier: MIT
// Channels between the components of a system. What is on its way from an instance to another is
// a sequence of messages, in the order of their ranks unless the channel is fifo: so states that
// differ in the order of sending alone are one.

#include "model/compose/compose_channel.h"
#include "model/compose/action_making.h"
#include "model/compose/compose_crash.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

const system_part *channel_end(const composer *c, const char *name)
{
    for (uint32_t i = 0; i < c->part_count; i++)
        if (strcmp(c->parts[i].name, name) == 0)
            return &c->parts[i];
    return NULL;
}

const channel *channel_between(const composer *c, const char *from, const char *to)
{
    for (uint32_t i = 0; i < c->system->channel_count; i++) {
        const channel *h = &c->system->channels[i];
        if (strcmp(h->from, from) == 0 && strcmp(h->to, to) == 0)
            return h;
    }
    return NULL;
}

static const char *variable_of(naming *n, const system_part *from, const char *to)
{
    size_t size = strlen(to) + 4;
    char *name = model_allocate(n->m, size);
    snprintf(name, size, "to_%s", to);
    return naming_name(n, from, name);
}

uint32_t channel_variable(naming *n, const system_part *from, const system_part *to)
{
    const char *name = variable_of(n, from, to->name);
    uint32_t i = 0;
    while (strcmp(variable_name(&n->m->shared[i]), name) != 0)
        i++;
    return i;
}

static bool check_ends(const composer *c, const channel *h)
{
    const system_part *from = channel_end(c, h->from), *to = channel_end(c, h->to);
    if (!from || !to)
        return PROBLEM(c, from ? h->to_at : h->from_at, "name a component of the system",
                       "a channel to nobody: %s has no component %s", c->system->name,
                       from ? h->to : h->from);
    if (channel_between(c, h->from, h->to) != h)
        return PROBLEM(c, h->from_at, NULL, "there is a channel from %s to %s already", h->from,
                       h->to);
    char name[200];
    snprintf(name, sizeof name, "to_%.190s", h->to);
    if (unit_variable(c->whole, from->of, name) || unit_let(c->whole, from->of, name))
        return PROBLEM(c, h->from_at, "rename the variable",
                       "automaton %s has a variable %s, as what is on its way would be called",
                       h->from, name);
    if (!c->whole->message_count)
        return PROBLEM(c, h->from_at, "for example: message query, store(tag t, op v);",
                       "no messages are declared that could be sent");
    return true;
}

static bool add_variable(composer *c, const channel *h)
{
    model *m = c->view;
    const system_part *from = channel_end(c, h->from), *to = channel_end(c, h->to);
    naming n = composer_naming(c, from);
    if (m->shared_count == MODEL_MAX_SHARED)
        return PROBLEM(c, h->from_at, NULL, "there are more than %d variables", MODEL_MAX_SHARED);
    variable *v = &m->shared[m->shared_count++];
    *v = (variable){.name = variable_of(&n, from, h->to), .at = h->from_at};
    v->type = (type){.kind = TYPE_SEQ, .part_count = 1, .at = h->from_at};
    v->type.parts = model_allocate(m, sizeof *v->type.parts);
    v->type.parts[0] = message_type(c->whole);
    c->view->used[v->at] = true;
    composer_spread(c, v, from, to->domains, to->domain_count);
    if (!from->domain_count && !to->domain_count)
        return true;
    return (v->length && v->length <= MODEL_MAX_ITEMS) ||
           PROBLEM(c, h->from_at, NULL, "there are more than %d channels between %s and %s",
                   MODEL_MAX_ITEMS, h->from, h->to);
}

bool compose_channel_variables(composer *c)
{
    for (uint32_t i = 0; i < c->system->channel_count; i++) {
        const channel *h = &c->system->channels[i];
        if (!check_ends(c, h))
            return false;
        if ((composer_has(c, channel_end(c, h->from)) || composer_has(c, channel_end(c, h->to))) &&
            !add_variable(c, h))
            return false;
    }
    return true;
}

// What is on its way from one instance to another.
expr *channel_place(naming *n, const expr *x, const system_part *from, expr *const *sender,
                    const system_part *to, expr *const *receiver)
{
    expr *items[2 * MODEL_MAX_ARGS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->domain_count; i++)
        items[count++] = sender[i];
    for (uint32_t i = 0; i < to->domain_count; i++)
        items[count++] = receiver[i];
    return naming_indexed(n, x, variable_of(n, from, to->name), items, count);
}

expr *compose_channel_place(naming *n, const expr *x, const system_part *of, const char *name,
                            expr *const *which, const expr *item, bool *found)
{
    const composer *c = composer_side(n->composer, of);
    const char *to = strncmp(name, "to_", 3) == 0 ? name + 3 : "";
    expr *receiver[MODEL_MAX_ARGS] = {0};
    *found = channel_between(c, of->name, to) != NULL;
    if (!*found || !naming_index(n, channel_end(c, to), x, item, receiver))
        return NULL;
    return channel_place(n, x, of, which, channel_end(c, to), receiver);
}

expr *made_operation(model *m, expr *on, const char *name, expr *item)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = EXPR_SEQ, .at = on->at, .end = on->end, .depth = on->depth + 1};
    x->a = on;
    x->name = name;
    x->items = model_allocate(m, sizeof *x->items);
    x->items[0] = item;
    x->item_count = item != NULL;
    return x;
}

expr *made_unary(model *m, expr_kind kind, expr *a)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = kind, .at = a->at, .end = a->end, .depth = a->depth + 1};
    x->a = a;
    return x;
}

stmt *made_statement(model *m, stmt_kind kind, expr *a)
{
    stmt *s = model_allocate(m, sizeof *s);
    *s = (stmt){.kind = kind, .at = a->at, .end = a->end};
    s->a = a;
    s->guard = kind == STMT_AWAIT;
    return s;
}

expr *made_constant(model *m, expr_kind kind, int64_t number, uint32_t at)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = kind, .at = at, .end = at, .number = number, .depth = 1};
    return x;
}

stmt *made_assignment(model *m, expr *to, expr *value)
{
    stmt *s = made_statement(m, STMT_ASSIGN, to);
    s->b = value;
    return s;
}

// A channel that duplicates may deliver what it has again, so a second copy makes no difference.
static void send_one(model *m, const channel *h, const expr *place, const expr *message, block *out)
{
    if (h->duplicating) {
        expr *has = made_operation(m, expr_copy(m, place), "has", expr_copy(m, message));
        stmt *once = made_statement(m, STMT_IF, made_unary(m, EXPR_NOT, has));
        once->end = once->at; // nobody wrote it
        block_add(m, out, once);
        out = &once->body;
    }
    if (h->bound) {
        expr *most = model_allocate(m, sizeof *most);
        *most = (expr){.kind = EXPR_INT, .at = place->at, .end = place->end, .number = h->bound};
        expr *length = made_operation(m, expr_copy(m, place), "len", NULL);
        block_add(m, out, made_statement(m, STMT_AWAIT, made_binary(m, OP_LT, length, most)));
    }
    block_add(
        m, out,
        made_statement(m, STMT_EXPR,
                       made_operation(m, expr_copy(m, place), h->fifo ? "push" : "channel__insert",
                                      expr_copy(m, message))));
}

static bool receives(const system_part *to, const char *message, const char *from)
{
    for (uint32_t i = 0; i < to->of->method_count; i++) {
        const method *f = to->of->methods[i];
        if (f->message && strcmp(f->message, message) == 0 && strcmp(f->sender, from) == 0)
            return true;
    }
    return false;
}

static const channel *find_channel(naming *n, const stmt *s, const system_part *to)
{
    const composer *c = n->composer;
    if (!to) {
        PROBLEM(c, s->b->at, "for example: send ack to client[x];",
                "this is no component of the system");
        return NULL;
    }
    const channel *h = channel_between(c, n->part->name, to->name);
    char hint[200];
    snprintf(hint, sizeof hint, "write in the system: channel %.60s -> %.60s reliable;",
             n->part->name, to->name);
    if (!h)
        PROBLEM(c, s->b->at, hint, "there is no channel from %s to %s", n->part->name, to->name);
    else if (s->a->kind != EXPR_NAME && s->a->kind != EXPR_CALL)
        PROBLEM(c, s->a->at, NULL, "a message is expected here");
    else if (message_find(c->whole, s->a->name) == c->whole->message_count)
        PROBLEM(c, s->a->at, "declare it: message query, store(tag t, op v);",
                "no message is called %s", s->a->name);
    else if (!receives(to, s->a->name, n->part->name))
        PROBLEM(c, s->a->at, NULL, "automaton %s does not receive %s from %s", to->name, s->a->name,
                n->part->name);
    else
        return h;
    return NULL;
}

// Its name is that of a message, whatever else is called so; its parts are values of the sender.
static expr *sent_message(naming *n, const expr *x)
{
    expr *made = model_allocate(n->m, sizeof *made);
    *made = *x;
    made->kind = EXPR_MESSAGE;
    made->items = model_allocate(n->m, x->item_count * sizeof *made->items);
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!(made->items[i] = naming_expr(n, x->items[i])))
            return NULL;
    return made;
}

stmt *compose_send(naming *n, const stmt *s)
{
    model *m = n->m;
    const expr *name = s->b->kind == EXPR_INDEX ? s->b->a : s->b;
    const expr *index = s->b->kind == EXPR_INDEX ? s->b->b : NULL;
    const system_part *to =
        n->part && name->kind == EXPR_NAME ? channel_end(n->composer, name->name) : NULL;
    const channel *h = find_channel(n, s, to);
    expr *message = h ? sent_message(n, s->a) : NULL, *sender[MODEL_MAX_ARGS] = {0};
    if (!message)
        return NULL;
    naming_own(n, sender);
    stmt *all = model_allocate(m, sizeof *all);
    *all = (stmt){.kind = STMT_BLOCK, .at = s->at, .end = s->end};
    uint32_t now[MODEL_MAX_ARGS] = {0};
    do { // to each instance, unless one is named
        expr *receiver[MODEL_MAX_ARGS] = {0};
        part_instance(n->composer, to, now, s->b->at, receiver);
        if (index && !naming_index(n, to, s->b, index, receiver))
            return NULL;
        block *out = &all->body;
        if (crash_is_final(n->composer, to)) {
            stmt *up = made_statement(m, STMT_IF, crash_up(n, s->b, to, receiver));
            up->end = up->at; // nobody wrote it
            block_add(m, out, up);
            out = &up->body;
        }
        send_one(m, h, channel_place(n, s->b, n->part, sender, to, receiver), message, out);
    } while (!index && part_next(to, NULL, now));
    return all;
}
