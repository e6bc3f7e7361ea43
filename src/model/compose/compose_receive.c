// SPDX-License-Identifier: MIT
// What takes messages out of channels. Each kind of message is received by an action of its own:
//
//     action receive store(client x, replica p) when !client[x].to_replica[p].empty() do {
//         choose m in client[x].to_replica[p], and take it out;
//         await(m is store);
//         … the effect, with the parts of m …
//     }
//
// and a channel that is lossy, or leads to one that may be down for a while, has an action that
// takes a message out, and nothing else.

#include "model/compose/action_making.h"
#include "model/compose/compose_channel.h"
#include "model/compose/compose_crash.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

typedef enum receiving { WHILE_UP, WHILE_DOWN, ALWAYS } receiving;

// An action on a channel: its parameters are the two instances. Gives what is on its way.
static expr *begin(making *k, composer *c, const channel *h, const method *like, receiving when,
                   expr **sender, expr **receiver)
{
    const system_part *from = channel_end(c, h->from), *to = channel_end(c, h->to);
    if (!making_begin(k, c, like))
        return NULL;
    k->made->hidden = true;
    k->made->over = h;
    for (uint32_t i = 0; i < from->domain_count + to->domain_count; i++) {
        bool first = i < from->domain_count;
        uint32_t which = first ? i : i - from->domain_count;
        if (!first && c->only) {
            part_instance(c, to, c->instance, like->at, receiver);
            break;
        }
        char *name = model_allocate(c->view, 24);
        snprintf(name, 24, "arg__%u", i);
        expr **end = first ? &sender[which] : &receiver[which];
        *end = made_name(c->view, name, like->at, like->end);
        if (!making_parameter(k, first ? from->domains[which] : to->domains[which], name, like->at))
            return NULL;
    }
    naming n = composer_naming(c, from);
    const expr at = {.at = like->at, .end = like->end};
    expr *place = channel_place(&n, &at, from, sender, to, receiver);
    k->made->on_its_way = channel_variable(&n, from, to);
    expr *empty = made_operation(c->view, expr_copy(c->view, place), "empty", NULL);
    expr *guard = made_unary(c->view, EXPR_NOT, empty);
    if (when != ALWAYS && crash_of(c, to) && !crash_is_final(c, to)) {
        expr *state =
            when == WHILE_UP ? crash_up(&n, &at, to, receiver) : crash_down(&n, &at, to, receiver);
        guard = made_binary(c->view, OP_AND, state, guard);
    }
    making_add(k, made_statement(c->view, STMT_AWAIT, guard));
    return place;
}

static const char taken_name[] = "taken__message";

// Declares the message that is taken: any one, or the first of a fifo channel. It is taken out where
// it stands: of equal messages in a fifo channel it matters which is lost. One that may be delivered
// again stays where it is.
static void declare_taken(making *k, const expr *place, const char *how)
{
    model *m = k->c->view;
    expr *on = expr_copy(m, place);
    expr *from = how ? made_operation(m, on, how, NULL) : made_unary(m, EXPR_CHOOSE, on);
    stmt *s = made_statement(m, STMT_DECLARE, from);
    s->declared = model_allocate(m, sizeof *s->declared);
    *s->declared = (variable){.name = taken_name, .at = place->at};
    s->declared->type = message_type(k->c->whole);
    making_add(k, s);
}

static expr *taken(making *k, const expr *place)
{
    return made_name(k->c->view, taken_name, place->at, place->end);
}

static expr *number(model *m, int64_t value, uint32_t at)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = EXPR_INT, .at = at, .end = at, .number = value, .depth = 1};
    return x;
}

// A message that may be delivered again is taken out or not. There are no equal ones.
static void perhaps_remove(making *k, const expr *place)
{
    model *m = k->c->view;
    expr *either = made_unary(m, EXPR_CHOOSE, number(m, 0, place->at));
    either->b = number(m, 1, place->at);
    stmt *s = made_statement(m, STMT_IF, made_binary(m, OP_EQ, either, number(m, 0, place->at)));
    s->end = s->at; // nobody wrote it
    block_add(m, &s->body,
              made_statement(m, STMT_EXPR,
                             made_operation(m, expr_copy(m, place), "remove", taken(k, place))));
    making_add(k, s);
}

static bool check_parts(const composer *c, const method *f, const message_kind *kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i]))) {
        const variable *v = &f->locals[i];
        if (count < kind->param_count &&
            !(types_alike(variable_type(v), kind->params[count].type) &&
              type_contained(kind->params[count].type, variable_type(v))))
            return PROBLEM(c, v->at, "take the type from where the message is declared",
                           "%s is of another type in the message %s", variable_name(v), kind->name);
        count++;
    }
    return count == kind->param_count ||
           PROBLEM(c, f->message_at, NULL, "the message %s has %u part%s, and here %s %u",
                   kind->name, kind->param_count, kind->param_count == 1 ? "" : "s",
                   count == 1 ? "is" : "are", count);
}

// Declares what the message holds, by the names that the receiver gives it.
static bool declare_parts(making *k, naming *n, const method *f, uint32_t kind, const expr *place,
                          block *out)
{
    model *m = k->c->view;
    uint32_t part = 0;
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i]))) {
        const variable *v = &f->locals[i];
        expr *content = made_unary(m, EXPR_CONTENT, taken(k, place));
        content->index = kind;
        content->number = part++;
        stmt *s = made_statement(m, STMT_DECLARE, content);
        s->declared = model_allocate(m, sizeof *s->declared);
        *s->declared = (variable){.name = variable_name(v), .at = v->at};
        s->declared->type = variable_type(v);
        block_add(m, out, s);
        if (!naming_bind(n, variable_name(v), v->at))
            return false;
    }
    return true;
}

static bool named_already(const composer *c, const char *name, uint32_t at)
{
    return PROBLEM(c, at, "choose another name", "%s is declared already", name);
}

// The receiver's parameters, the sender's and the parts of the message have different names.
static bool check_names(const composer *c, const system_part *to, const method *f)
{
    uint32_t of, item;
    for (uint32_t k = 0; k < f->sender_count; k++)
        if (enum_item_find(c->whole, f->sender_names[k], &of, &item))
            return PROBLEM(c, f->sender_at, "give the sender a name, and compare it: if (x == …)",
                           "%s is a name of an enum", f->sender_names[k]);
    for (uint32_t i = 0; i < to->of->param_count; i++) {
        const char *own = to->of->params[i].name;
        for (uint32_t k = 0; k < f->sender_count; k++)
            if (strcmp(own, f->sender_names[k]) == 0)
                return named_already(c, own, f->sender_at);
        for (uint32_t k = 0; k < f->param_count; k++)
            if (strcmp(own, variable_name(&f->locals[k])) == 0)
                return named_already(c, own, f->locals[k].at);
    }
    for (uint32_t i = 0; i < f->sender_count; i++) {
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(f->sender_names[i], f->sender_names[k]) == 0)
                return named_already(c, f->sender_names[i], f->sender_at);
        for (uint32_t k = 0; k < f->param_count; k++)
            if (strcmp(f->sender_names[i], variable_name(&f->locals[k])) == 0)
                return named_already(c, f->sender_names[i], f->sender_at);
    }
    return true;
}

static bool check_sender(const composer *c, const system_part *from, const method *f)
{
    return !f->sender_count || f->sender_count == from->domain_count ||
           PROBLEM(c, f->sender_at, "for example: from client[x]",
                   "automaton %s has %u parameter%s, and here %s %u", from->name,
                   from->domain_count, from->domain_count == 1 ? "" : "s",
                   f->sender_count == 1 ? "is" : "are", f->sender_count);
}

static bool add_receive(composer *c, const channel *h, const method *f)
{
    const system_part *from = channel_end(c, h->from), *to = channel_end(c, h->to);
    uint32_t kind = message_find(c->whole, f->message);
    model *m = c->view;
    if (kind == c->whole->message_count)
        return PROBLEM(c, f->message_at, "declare it: message query, store(tag t, op v);",
                       "no message is called %s", f->message);
    if (!check_parts(c, f, &c->whole->messages[kind]) || !check_sender(c, from, f) ||
        !check_names(c, to, f))
        return false;
    m->used[c->whole->messages[kind].at] = true;
    size_t size = strlen(f->message) + strlen(h->from) + strlen(h->to) + 32;
    char *symbol = model_allocate(m, size), *name = model_allocate(m, size);
    snprintf(name, size, "%s receives %s from %s", h->to, f->message, h->from);
    making k;
    expr *sender[MODEL_MAX_ARGS] = {0}, *receiver[MODEL_MAX_ARGS] = {0};
    expr *place = begin(&k, c, h, f, WHILE_UP, sender, receiver);
    if (!place)
        return false;
    snprintf(symbol, size, "receive_%s__%u", f->message, c->flat->method_count);
    k.made->symbol = symbol;
    k.made->name = name;
    k.made->message = f->message;
    declare_taken(&k, place, h->duplicating ? NULL : h->fifo ? "pop_front" : "channel__take");
    expr *is = made_unary(m, EXPR_IS, taken(&k, place));
    is->index = kind;
    making_add(&k, made_statement(m, STMT_AWAIT, is));
    if (h->duplicating)
        perhaps_remove(&k, place);
    naming n = composer_naming(c, to);
    for (uint32_t i = 0; i < to->domain_count; i++)
        naming_give(&n, to->of->params[i].name, receiver[i]);
    for (uint32_t i = 0; i < f->sender_count; i++)
        naming_give(&n, f->sender_names[i], sender[i]);
    stmt *effect = model_allocate(m, sizeof *effect);
    *effect = (stmt){.kind = STMT_BLOCK, .at = f->at, .end = f->end};
    block own;
    if (!declare_parts(&k, &n, f, kind, place, &effect->body) || !naming_block(&n, &f->body, &own))
        return false;
    for (uint32_t i = 0; i < own.count; i++)
        block_add(m, &effect->body, own.items[i]);
    making_add(&k, effect);
    return true;
}

// What a lossy channel loses, or what comes to one that is down.
static bool add_loss(composer *c, const channel *h)
{
    making k;
    expr *sender[MODEL_MAX_ARGS] = {0}, *receiver[MODEL_MAX_ARGS] = {0};
    const method lose = {
        .name = "lose", .at = h->from_at, .end = h->to_at, .role = ACTION_INTERNAL};
    expr *place = begin(&k, c, h, &lose, h->lossy ? ALWAYS : WHILE_DOWN, sender, receiver);
    if (!place)
        return false;
    size_t size = strlen(h->from) + strlen(h->to) + 32;
    char *name = model_allocate(c->view, size);
    snprintf(name, size, "loss from %s to %s", h->from, h->to);
    k.made->name = name;
    declare_taken(&k, place, h->fifo && !h->lossy ? "pop_front" : "channel__take");
    return true;
}

// A component that receives by a channel which is not there. Where it is no part of a system that
// declares one, that is what is wrong.
static bool no_channel(const composer *c, const method *f, const char *to)
{
    char hint[240];
    for (uint32_t i = 0; !c->system->component_count && i < c->whole->unit_count; i++) {
        const unit *u = c->whole->units[i];
        for (uint32_t k = 0; k < u->channel_count; k++)
            if (strcmp(u->channels[k].from, f->sender) == 0 && strcmp(u->channels[k].to, to) == 0) {
                snprintf(hint, sizeof hint, "add it: system %.60s = %.60s || %.60s", u->name,
                         f->sender, to);
                return PROBLEM(c, u->channels[k].to_at, hint,
                               "a channel to nobody: %s has no component %s", u->name, to);
            }
    }
    snprintf(hint, sizeof hint, "write in the system: channel %.60s -> %.60s reliable;", f->sender,
             to);
    return PROBLEM(c, f->sender_at, channel_end(c, f->sender) ? hint : NULL,
                   "there is no channel from %s to %s", f->sender, to);
}

static bool check_receivers(const composer *c)
{
    for (uint32_t i = 0; i < c->part_count; i++)
        for (uint32_t k = 0; k < c->parts[i].of->method_count; k++) {
            const method *f = c->parts[i].of->methods[k];
            if (!f->message)
                continue;
            if (!channel_between(c, f->sender, c->parts[i].name))
                return no_channel(c, f, c->parts[i].name);
            for (uint32_t n = 0; n < k; n++) {
                const method *g = c->parts[i].of->methods[n];
                if (g->message && strcmp(g->message, f->message) == 0 &&
                    strcmp(g->sender, f->sender) == 0)
                    return PROBLEM(c, f->message_at, "write one, with if and else",
                                   "%s receives %s from %s already", c->parts[i].name, f->message,
                                   f->sender);
            }
        }
    return true;
}

bool compose_channels(composer *c)
{
    if (!check_receivers(c))
        return false;
    for (uint32_t i = 0; i < c->system->channel_count; i++) {
        const channel *h = &c->system->channels[i];
        const system_part *end = channel_end(c, h->to);
        const unit *to = end->of;
        if (!composer_has(c, end))
            continue;
        for (uint32_t k = 0; k < to->method_count; k++) {
            const method *f = to->methods[k];
            if (f->message && strcmp(f->sender, h->from) == 0 && !add_receive(c, h, f))
                return false;
        }
        bool lost = h->lossy || (crash_of(c, end) && !crash_is_final(c, end));
        if (lost && !c->only && !add_loss(c, h))
            return false;
    }
    return true;
}
