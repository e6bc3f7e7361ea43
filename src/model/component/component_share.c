// SPDX-License-Identifier: MIT
// An action that two components share without a channel: an output of one is an input of the other,
// and both take it in one step. What runs has them in two processes, so the one whose output it is
// sends a message, and the other takes its part when that arrives.
//
// Why the calls and returns are those of the model. One of the two is an operation K, the other a
// server S. K communicates in no other way, hands itself over once, and then takes no step until it
// hears back from the same S: the emitted code sees to that. So what K does when it hands itself over
// can be put off until S hears of it, since K does nothing in between, and the two are one step. And
// what K does when it hears back can be put where S took that action: S knew K then, so it had heard of
// it, and K has done nothing since. The order of all other steps stays as it is.

#include "model/component/component_annotate.h"

#include "base/memory.h"
#include "model/syntax/ast_walk.h"

#include <string.h>

static bool sends(const stmt *s)
{
    return s->kind == STMT_SEND;
}

// The input that hears this action; `count`: how many there are.
static method *input_of(const component *c, const char *name, uint32_t *number, uint32_t *count)
{
    method *found = NULL;
    *count = 0;
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        method *f = c->u->methods[i];
        if (f->role != ACTION_INPUT || f->message || strcmp(f->name, name) != 0)
            continue;
        found = f;
        *number = i;
        ++*count;
    }
    return found;
}

// An operation that shares actions does nothing else with others.
static bool check_operation(const component_system *s, const component *c, error *e)
{
    const unit *u = c->u;
    for (uint32_t i = 0; i < u->method_count; i++)
        if (c->shares[i])
            return true; // it was checked then
    for (uint32_t i = 0; i < u->method_count; i++) {
        const stmt *sent = block_find(&u->methods[i]->body, sends);
        if (u->methods[i]->message || sent)
            return source_error(&s->m->source, e, sent ? sent->at : u->methods[i]->at,
                                "let messages do all of it, or none",
                                "%s both shares actions and sends or receives messages, which "
                                "cannot be compiled",
                                u->name);
    }
    return true;
}

static expr *new_expr(model *m, expr_kind kind, uint32_t at, const char *name)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = kind, .at = at, .end = at, .name = name};
    return x;
}

static expr *given(model *m, const method *f, uint32_t i)
{
    const action_argument *a = &f->args[i];
    return a->fixed ? expr_copy(m, a->fixed)
                    : new_expr(m, EXPR_NAME, f->at, variable_name(&f->locals[a->local]));
}

// Which argument of the input is the parameter k of its automaton.
static bool find_own(const unit *u, const method *input, uint32_t k, uint32_t *out)
{
    for (uint32_t i = 0; i < input->arg_count; i++) {
        const expr *x = input->args[i].fixed;
        if (x && x->kind == EXPR_NAME && strcmp(x->name, u->params[k].name) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static expr *address(component_system *s, const component *to, const method *output,
                     const method *input, error *e)
{
    model *m = s->m;
    expr *name = new_expr(m, EXPR_NAME, output->at, to->part->name);
    if (!to->u->param_count)
        return name;
    expr *x = new_expr(m, EXPR_INDEX, output->at, NULL);
    expr *all = new_expr(m, EXPR_TUPLE, output->at, NULL);
    x->a = name;
    all->items = model_allocate(m, to->u->param_count * sizeof *all->items);
    for (uint32_t k = 0; k < to->u->param_count; k++) {
        uint32_t arg;
        if (!find_own(to->u, input, k, &arg)) {
            source_error(&m->source, e, input->at, "name its parameter: input submit(op x, p)",
                         "which %s hears %s?", to->part->name, input->name);
            return NULL;
        }
        all->items[all->item_count++] = given(m, output, arg);
    }
    x->b = all->item_count == 1 ? all->items[0] : all;
    return x;
}

// The message has what the one who hears it does not know.
static bool add_message(model *m, const method *input, error *e)
{
    if (message_find(m, input->name) < m->message_count || m->message_count == MODEL_MAX_MESSAGES)
        return source_error(&m->source, e, input->at, "choose another name",
                            "%s would be a message, of which there is one of that name, or too "
                            "many",
                            input->name);
    message_kind k = {.name = input->name, .at = input->at};
    for (uint32_t i = 0; i < input->arg_count; i++)
        if (!input->args[i].fixed) {
            const variable *v = &input->locals[input->args[i].local];
            k.params[k.param_count] = *v;
            k.params[k.param_count].name = variable_name(v);
            k.params[k.param_count++].type = variable_type(v);
        }
    MEMORY_GROW(m->messages, m->message_capacity, m->message_count + 1);
    m->messages[m->message_count++] = k;
    return true;
}

// The action begins with sending it.
static void add_send(model *m, method *output, const method *input, expr *to)
{
    stmt *s = model_allocate(m, sizeof *s), **items;
    uint32_t guard = output->body.count && output->body.items[0]->guard;
    *s = (stmt){.kind = STMT_SEND, .at = output->at, .end = output->at, .b = to};
    s->a = new_expr(m, EXPR_CALL, output->at, input->name);
    s->a->items = model_allocate(m, (input->arg_count + 1) * sizeof *s->a->items);
    for (uint32_t i = 0; i < input->arg_count; i++)
        if (!input->args[i].fixed)
            s->a->items[s->a->item_count++] = given(m, output, i);
    items = model_allocate(m, (output->body.count + 1) * sizeof *items);
    for (uint32_t i = 0; i < output->body.count; i++)
        items[i + (i >= guard)] = output->body.items[i];
    items[guard] = s;
    output->body.items = items;
    output->body.count++;
}

static bool share(component_system *s, component *from, uint32_t number, component *to, error *e)
{
    uint32_t heard, count;
    method *output = from->u->methods[number];
    method *input = input_of(to, output->name, &heard, &count);
    if (from->is_operation == to->is_operation || count > 1 ||
        output->arg_count != input->arg_count)
        return source_error(&s->m->source, e, output->at,
                            "let a message tell it, or an operation and a server share it",
                            "%s is shared by %s and %s in a way that cannot be compiled",
                            output->name, from->part->name, to->part->name);
    if (!check_operation(s, from->is_operation ? from : to, e))
        return false;
    expr *where = address(s, to, output, input, e);
    if (!where || (!to->shares[heard] && !add_message(s->m, input, e)))
        return false;
    add_send(s->m, output, input, where);
    from->shares[number] = to->shares[heard] = true;
    from->hands_over |= from->is_operation;
    to->heard[heard] = from;
    return true;
}

bool components_share(component_system *s, error *e)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        for (uint32_t k = 0; k < s->parts[i].u->method_count; k++) {
            const method *f = s->parts[i].u->methods[k];
            uint32_t hearers = 0, number, count;
            for (uint32_t n = 0; f->role == ACTION_OUTPUT && n < s->part_count; n++)
                if (input_of(&s->parts[n], f->name, &number, &count)) {
                    if (hearers++)
                        return source_error(&s->m->source, e, f->at, "let messages tell them",
                                            "%s is heard by several components, which cannot be "
                                            "compiled",
                                            f->name);
                    if (!share(s, &s->parts[i], k, &s->parts[n], e))
                        return false;
                }
        }
    for (uint32_t n = 0; n < s->part_count; n++) // from now on they receive it
        for (uint32_t k = 0; k < s->parts[n].u->method_count; k++)
            if (s->parts[n].heard[k]) {
                method *f = s->parts[n].u->methods[k];
                f->message = f->name;
                f->sender = s->parts[n].heard[k]->part->name;
                f->sender_at = f->at;
            }
    return true;
}
