// SPDX-License-Identifier: MIT
// Actions. An input is a function; a locally controlled action is one that says whether it is
// enabled, can_NAME, and one that is what it does. `act` takes the first one that is enabled, in
// the order of the text, with the smallest parameters; a parameter that the guard says is equal to
// something is that.

#include "compile/code_action.h"

#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

static const type unit_type = {.kind = TYPE_UNIT};

static const char *role_word(const method *f)
{
    return f->role == ACTION_INPUT      ? "input"
           : f->role == ACTION_OUTPUT   ? "output"
           : f->role == ACTION_INTERNAL ? "internal"
                                        : "action";
}

// Several descriptions of an action are functions with a number.
const char *code_action_name(coder *c, uint32_t number)
{
    const unit *u = c->part->u;
    const method *f = u->methods[number];
    const char *base = f->message ? code_format(c, "receive_%s_from_%s", f->message, f->sender)
                                  : code_action_base(c, f->name);
    uint32_t before = 0;
    for (uint32_t i = 0; i < number; i++)
        before += strcmp(u->methods[i]->name, f->name) == 0 &&
                  (!f->message || strcmp(u->methods[i]->sender, f->sender) == 0);
    return before ? code_format(c, "%s_%u", base, before + 1) : base;
}

static void action_comment(coder *c, const method *f, text *out)
{
    char *head = source_excerpt(&c->m->source, f->at, f->end);
    text_add(out, "// %s  %s %s\n", code_comment(c, f->at), role_word(f), head);
    free(head);
}

static void add_parameter(coder *c, action_code *a, const char *name, type t)
{
    if (!code_used(c, name))
        return;
    a->params[a->param_count++] = (used_name){name, t};
}

// Which of the parameters the function that was written uses, in their order.
static void find_parameters(coder *c, const method *f, action_code *a)
{
    a->self = c->self;
    a->turn = c->turn;
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        add_parameter(c, a, variable_name(&f->locals[i]), variable_type(&f->locals[i]));
    const component *from = f->message ? component_named(c->s, f->sender) : NULL;
    for (uint32_t i = 0; from && i < f->sender_count; i++)
        add_parameter(c, a, f->sender_names[i], from->part->domains[i]);
}

static void write_function(coder *c, const action_code *a, const char *result, bool looks,
                           const text *body, text *out)
{
    const char *comma = "";
    text_add(out, "static %s %s(", result, a->name);
    if (a->self) {
        text_add(out, "%s%s *self", looks ? "const " : "", c->part->part->name);
        comma = ", ";
    }
    if (a->turn) {
        text_add(out, "%slp_turn *turn", comma);
        comma = ", ";
    }
    for (uint32_t i = 0; i < a->param_count; i++) {
        text_add(out, "%s%s %s", comma, code_type(c, a->params[i].type, 0),
                 code_local(c, a->params[i].name));
        comma = ", ";
    }
    text_add(out, "%s)\n{\n%s}\n\n", *comma ? "" : "void", body->bytes ? body->bytes : "");
}

const char *code_action_call(coder *c, const action_code *a)
{
    text t = {0};
    const char *comma = "";
    text_add(&t, "%s(", a->name);
    if (a->self) {
        text_add(&t, "self");
        comma = ", ";
    }
    if (a->turn) {
        text_add(&t, "%sturn", comma);
        comma = ", ";
    }
    for (uint32_t i = 0; i < a->param_count; i++) {
        const char *given = a->given[i] ? a->given[i] : code_local(c, a->params[i].name);
        text_add(&t, "%s%s", comma, given);
        comma = ", ";
    }
    text_add(&t, ")");
    return code_keep(c, &t);
}

static const stmt *guard_of(const method *f)
{
    return f->body.count && f->body.items[0]->guard ? f->body.items[0] : NULL;
}

void code_taken(coder *c, uint32_t number, action_code *a, text *out)
{
    const method *f = c->part->u->methods[number];
    text body = {0};
    *a = (action_code){.name = code_action_name(c, number)};
    code_begin(c, a->name, &body);
    code_block(c, &f->body, guard_of(f) != NULL, unit_type);
    if (c->before.length)
        text_add_bytes(out, c->before.bytes, c->before.length);
    find_parameters(c, f, a);
    if (f->role == ACTION_INPUT)
        action_comment(c, f, out);
    write_function(c, a, "void", false, &body, out);
    text_fini(&body);
}

// The parts of a conjunction, in their order.
static void conjuncts(const expr *x, const expr **out, uint32_t *count)
{
    if (x->kind == EXPR_BINARY && x->op == OP_AND && *count < ACTION_PARTS - 1) {
        conjuncts(x->a, out, count);
        conjuncts(x->b, out, count);
        return;
    }
    if (*count < ACTION_PARTS)
        out[(*count)++] = x;
}

static bool mentions(const local_action *l, const expr *x, const bool *which)
{
    for (uint32_t i = 0; i < l->param_count; i++)
        if (which[i] && code_reads_expr(x, l->params[i].name))
            return true;
    return false;
}

// v == E, or E == v, where E is known without v and without those that are not known yet.
static const expr *defining(const local_action *l, const expr *x, uint32_t param,
                            const bool *unknown)
{
    const char *name = l->params[param].name;
    for (int side = 0; side < 2 && x->kind == EXPR_BINARY && x->op == OP_EQ; side++) {
        const expr *v = side ? x->b : x->a, *other = side ? x->a : x->b;
        if (v->kind == EXPR_LOCAL && strcmp(v->name, name) == 0 && !mentions(l, other, unknown))
            return other;
    }
    return NULL;
}

static bool define_one(local_action *l, bool *unknown)
{
    for (uint32_t i = 0; i < l->param_count; i++)
        for (uint32_t k = 0; unknown[i] && k < l->conjunct_count; k++) {
            const expr *value = defining(l, l->conjuncts[k], i, unknown);
            if (!value)
                continue;
            l->defined[i] = true;
            l->order[l->order_count] = i;
            l->definition[l->order_count] = k;
            l->values[l->order_count++] = value;
            unknown[i] = false;
            return true;
        }
    return false;
}

// Which parameters the guard defines; the others are gone through.
static void find_definitions(local_action *l)
{
    bool unknown[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = 0; i < l->param_count; i++)
        unknown[i] = true;
    for (uint32_t i = 0; i < l->param_count; i++) {
        while (define_one(l, unknown))
            ;
        uint32_t next = 0;
        while (next < l->param_count && !unknown[next])
            next++;
        if (next < l->param_count)
            unknown[next] = false;
    }
}

void code_guard(coder *c, uint32_t number, local_action *l, text *out)
{
    const method *f = c->part->u->methods[number];
    const stmt *guard = guard_of(f);
    *l = (local_action){.f = f, .number = number};
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        l->params[l->param_count++] =
            (used_name){variable_name(&f->locals[i]), variable_type(&f->locals[i])};
    if (guard)
        conjuncts(guard->a, l->conjuncts, &l->conjunct_count);
    find_definitions(l);
    enum { COLUMNS = 100, INDENT = 11 };
    size_t column = INDENT;
    text body = {0}, condition = {0};
    l->can.name = code_format(c, "can_%s", code_action_name(c, number));
    code_begin(c, l->can.name, &body);
    for (uint32_t i = 0; i < l->conjunct_count; i++) {
        l->late[i] = mentions(l, l->conjuncts[i], l->defined);
        if (l->late[i])
            continue;
        const char *one = code_in(c, code_raw(c, l->conjuncts[i]), LEVEL_BITS);
        bool breaks = column + strlen(one) + 5 > COLUMNS && condition.length;
        column = breaks ? INDENT + strlen(one) : column + strlen(one) + 4;
        text_add(&condition, "%s%s",
                 breaks             ? " &&\n           "
                 : condition.length ? " && "
                                    : "",
                 one);
    }
    code_line(c, "return %s;", condition.length ? condition.bytes : "true");
    text_fini(&condition);
    if (c->before.length)
        text_add_bytes(out, c->before.bytes, c->before.length);
    find_parameters(c, f, &l->can);
    action_comment(c, f, out);
    write_function(c, &l->can, "bool", true, &body, out);
    text_fini(&body);
    if (!guard)
        code_fails(c, f->at, "say when it is taken: when …",
                   "%s is always enabled, so a process would do nothing else", f->name);
}
