// SPDX-License-Identifier: MIT
// Statements, and the functions and derived variables of a model.

#include "compile/coder.h"

#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <string.h>

static const type int_type = {.kind = TYPE_INT};

static bool is_named(void *name, const expr *x)
{
    return x->kind == EXPR_LOCAL && strcmp(x->name, *(const char **)name) == 0;
}

bool code_reads_expr(const expr *x, const char *name)
{
    return x && expr_any(x, is_named, &name);
}

bool code_reads(const block *b, uint32_t from, const char *name)
{
    for (uint32_t i = from; i < b->count; i++) {
        const stmt *s = b->items[i];
        bool only_written = s->kind == STMT_ASSIGN && s->a->kind == EXPR_LOCAL;
        if ((!only_written && code_reads_expr(s->a, name)) || code_reads_expr(s->b, name) ||
            code_reads(&s->body, 0, name) || code_reads(&s->other, 0, name))
            return true;
    }
    return false;
}

// Bodies have braces unless they are one simple statement.
static bool is_simple(const block *b)
{
    if (b->count != 1)
        return false;
    const stmt *s = b->items[0];
    return s->kind == STMT_ASSIGN || s->kind == STMT_EXPR || s->kind == STMT_SEND ||
           s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
}

static void code_body(coder *c, const block *b, type result)
{
    c->indent++;
    code_block(c, b, 0, result);
    c->indent--;
}

// x = x + e without the semicolon.
static const char *code_assignment(coder *c, const stmt *s)
{
    type t = s->a->type;
    expr sum = {.kind = EXPR_BINARY, .a = s->a, .at = s->a->at, .type = int_type};
    if (s->updates) {
        sum.op = s->b->op;
        sum.b = s->b->b;
        sum.type = t.kind == TYPE_MASK ? t : int_type;
    }
    const char *open = code_open_assignment(c, s->a, s->updates ? &sum : s->b);
    if (open)
        return open;
    const char *place = code_raw(c, s->a).text;
    if (!s->updates)
        return code_format(c, "%s = %s", place, code_argument(c, s->b, t));
    if (t.kind == TYPE_MASK) {
        const char *b = code_raw(c, s->b->b).text;
        return s->b->op == OP_SUB ? code_format(c, "%s &= ~%s", place,
                                                code_in(c, code_raw(c, s->b->b), LEVEL_UNARY))
                                  : code_format(c, "%s %c= %s", place,
                                                s->b->op == OP_BIT_OR    ? '|'
                                                : s->b->op == OP_BIT_AND ? '&'
                                                                         : '^',
                                                b);
    }
    return code_format(c, "%s = %s", place, code_argument(c, &sum, t));
}

static const char *code_effect(coder *c, const stmt *s)
{
    const expr *x = s->a;
    if (x->a->type.use == USE_MACHINE)
        return code_machine(c, x).text;
    const char *open = code_open_effect(c, x);
    if (open)
        return open;
    const char *bit = code_item(c, x->a->type.parts[0], x->items[0]).text;
    return strcmp(x->name, "add") == 0 ? code_format(c, "%s |= %s", code_raw(c, x->a).text, bit)
                                       : code_format(c, "%s &= ~(%s)", code_raw(c, x->a).text, bit);
}

const char *code_address(coder *c, const expr *to)
{
    bool each = to->kind != EXPR_INDEX;
    const char *name = (each ? to : to->a)->name;
    const system_part *part = component_named(c->s, name)->part;
    if (each) // of one without parameters there is one, and who hands itself over knows which
        return code_format(c, part->domain_count ? "to_each_%s()" : "to_%s()", name);
    text t = {0};
    text_add(&t, "to_%s(", name);
    for (uint32_t i = 0; i < part->domain_count; i++) {
        const expr *x = part->domain_count > 1 ? to->b->items[i] : to->b;
        text_add(&t, "%s%s", i ? ", " : "", code_argument(c, x, part->domains[i]));
    }
    text_add(&t, ")");
    return code_keep(c, &t);
}

static void code_send(coder *c, const stmt *s)
{
    const message_kind *kind = &c->m->messages[s->a->index];
    text parts = {0};
    for (uint32_t i = 0; i < s->a->item_count; i++)
        text_add(&parts, ", %s", code_argument(c, s->a->items[i], kind->params[i].type));
    c->turn = true;
    code_line(c, "send_%s(turn, %s%s);", kind->name, code_address(c, s->b),
              parts.length ? parts.bytes : "");
    text_fini(&parts);
}

static void code_if(coder *c, const stmt *s, type result)
{
    bool bare = is_simple(&s->body) && (!s->other.count || is_simple(&s->other));
    code_line(c, "if (%s)%s", code_raw(c, s->a).text, bare ? "" : " {");
    code_body(c, &s->body, result);
    if (s->other.count) {
        code_line(c, bare ? "else" : "} else {");
        code_body(c, &s->other, result);
    }
    if (!bare)
        code_line(c, "}");
}

static void code_loop(coder *c, const stmt *s, type result)
{
    const char *condition = s->a ? code_raw(c, s->a).text : "";
    const stmt *step = s->other.count ? s->other.items[0] : NULL;
    if (step)
        code_line(c, "for (; %s; %s) {", condition,
                  step->kind == STMT_EXPR ? code_effect(c, step) : code_assignment(c, step));
    else
        code_line(c, "while (%s) {", s->a ? condition : "true");
    code_body(c, &s->body, result);
    code_line(c, "}");
}

static void code_declare(coder *c, const stmt *s)
{
    const variable *v = s->declared;
    code_line(c, "%s %s = %s;", code_type(c, v->type, s->at), code_local(c, v->name),
              s->a ? code_argument(c, s->a, v->type) : code_zero(c, v->type));
}

static void code_stmt(coder *c, const stmt *s, type result)
{
    switch (s->kind) {
    case STMT_DECLARE:
        code_declare(c, s);
        return;
    case STMT_ASSIGN:
        code_line(c, "%s;", code_assignment(c, s));
        return;
    case STMT_EXPR:
        code_line(c, "%s;", code_effect(c, s));
        return;
    case STMT_IF:
        code_if(c, s, result);
        return;
    case STMT_WHILE:
        code_loop(c, s, result);
        return;
    case STMT_BREAK:
    case STMT_CONTINUE:
        code_line(c, s->kind == STMT_BREAK ? "break;" : "continue;");
        return;
    case STMT_RETURN:
        code_line(c, s->a ? "return %s;" : "return;", s->a ? code_argument(c, s->a, result) : "");
        return;
    case STMT_ASSERT:
        code_line(c, "if (!%s)", code_in(c, code_raw(c, s->a), LEVEL_UNARY));
        code_line(c, "    lp_violate(LP_FAULT_ASSERTION, %s, \"an assertion fails\");",
                  code_where(c, s->at));
        return;
    case STMT_BLOCK:
        code_line(c, "{");
        code_body(c, &s->body, result);
        code_line(c, "}");
        return;
    case STMT_SEND:
        code_send(c, s);
        return;
    default:
        code_fails(c, s->at, NULL, "this statement cannot be compiled");
    }
}

void code_block(coder *c, const block *b, uint32_t from, type result)
{
    for (uint32_t i = from; i < b->count; i++) {
        const stmt *s = b->items[i];
        code_stmt(c, s, result);
        if (s->kind == STMT_DECLARE && !code_reads(b, i + 1, s->declared->name))
            code_line(c, "(void)%s;", code_local(c, s->declared->name));
    }
}

void code_begin(coder *c, const char *name, text *body)
{
    c->function = name;
    c->helpers = 0;
    c->self = c->turn = false;
    c->used_count = 0;
    c->out = body;
    c->indent = 1;
    text_clear(&c->before);
}

static bool is_set_constant(const method *f)
{
    return f->is_constant && !f->param_count && f->result.kind == TYPE_MASK;
}

// Of a constant that is a set: is this one of its items? Written so that what it is a set of may
// have more values than a word has bits.
static void code_constant(coder *c, const method *f, text *out)
{
    const expr *x = f->body.items[0]->a;
    type item = x->type.parts[0];
    text body = {0};
    code_begin(c, code_format(c, "in_%s", f->name), &body);
    const char *q = "q";
    if (x->kind == EXPR_BIND && x->bind == BIND_FILTER && !x->binders[0].domain) {
        q = code_local(c, x->binders[0].name);
        code_line(c, "return %s;", code_raw(c, x->a).text);
    } else if (x->kind == EXPR_BIND && x->bind == BIND_MAJORITIES && !x->binders[0].domain) {
        code_line(c, "return __builtin_popcountll(q) > %u;", type_card(x->binders[0].type) / 2);
    } else if (x->kind == EXPR_CALL && is_set_constant(c->m->functions[x->index])) {
        code_line(c, "return in_%s(q);", c->m->functions[x->index]->name);
    } else {
        code_line(c, "return (%s >> %s & 1) != 0;", code_in(c, code_raw(c, x), LEVEL_UNARY),
                  code_rank(c, item, (piece){"q", LEVEL_WORD}, x->at));
    }
    char *said = source_excerpt(&c->m->source, f->at, x->end);
    if (c->before.length)
        text_add_bytes(out, c->before.bytes, c->before.length);
    text_add(out, "// %s  let %s\nbool in_%s(%s %s)\n{\n%s}\n\n", code_comment(c, f->at), said,
             f->name, code_type(c, item, f->at), q, body.bytes);
    text s = {.bytes = said, .length = strlen(said)};
    text_fini(&s);
    text_fini(&body);
}

static void code_parameters(coder *c, const method *f, const char *comma, text *out)
{
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i]))) {
        text_add(out, "%s%s %s", comma, code_type(c, variable_type(&f->locals[i]), f->at),
                 code_local(c, variable_name(&f->locals[i])));
        comma = ", ";
    }
    if (!*comma)
        text_add(out, "void");
}

void code_function(coder *c, method *f, text *out)
{
    text body = {0};
    if (is_set_constant(f))
        code_constant(c, f, out);
    if (is_set_constant(f) && !f->marks)
        return; // it is asked for items only
    code_begin(c, f->name, &body);
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        if (!code_reads(&f->body, 0, variable_name(&f->locals[i])))
            code_line(c, "(void)%s;", code_local(c, variable_name(&f->locals[i])));
    code_block(c, &f->body, 0, f->result);
    f->outer = c->self; // who calls it gives it the automaton
    if (c->before.length)
        text_add_bytes(out, c->before.bytes, c->before.length);
    uint32_t end = f->end > f->at ? f->end : f->at;
    if (f->is_let || f->is_constant)
        end = f->body.items[0]->a->end;
    char *said = source_excerpt(&c->m->source, f->at, end);
    text_add(out, "// %s  %s%s\n", code_comment(c, f->at),
             f->is_let || f->is_constant ? "let " : "function ", said);
    text_add(out, "%s%s %s(", f->is_let ? "static " : "", code_type(c, f->result, f->at),
             code_function_name(c, f->name));
    if (c->self)
        text_add(out, "const %s *self", c->part->part->name);
    code_parameters(c, f, c->self ? ", " : "", out);
    text_add(out, ")\n{\n%s}\n\n", body.bytes ? body.bytes : "");
    text s = {.bytes = said, .length = strlen(said)};
    text_fini(&s);
    text_fini(&body);
}
