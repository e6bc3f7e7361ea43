// SPDX-License-Identifier: MIT
// The file: constants, structs, shared variables, objects, specs, verify blocks.

#include "model/syntax/parse_process.h"
#include "model/syntax/unit_syntax.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool parser_enter(parser *p)
{
    if (++p->depth <= MODEL_MAX_DEPTH)
        return true;
    return source_error(p->s, p->e, p->t->at, NULL, "this is nested deeper than %d levels",
                        MODEL_MAX_DEPTH);
}

void parser_leave(parser *p)
{
    p->depth--;
}

bool parser_at(const parser *p, const char *what)
{
    return p->t->kind != TOKEN_MARK && token_is(p->s, p->t, what);
}

bool parser_take(parser *p, const char *what)
{
    if (!parser_at(p, what))
        return false;
    p->t++;
    return true;
}

bool parser_take_word(parser *p, const char *what)
{
    if (parser_at(p, what))
        parser_role(p, ROLE_WORD);
    return parser_take(p, what);
}

bool parser_call(const parser *p, const char *what)
{
    return parser_at(p, what) && token_is(p->s, &p->t[1], "(");
}

bool parser_take_call(parser *p, const char *what)
{
    return parser_call(p, what) && parser_take(p, what);
}

uint32_t parser_end(const parser *p)
{
    return p->t > p->tokens ? p->t[-1].end : 0;
}

void parser_role(parser *p, token_role role)
{
    p->tokens[p->t - p->tokens].role |= role;
}

bool parser_open(parser *p, const char *after)
{
    parser_role(p, ROLE_BLOCK);
    return parser_expect(p, "{", after);
}

bool parser_close(parser *p)
{
    if (!parser_at(p, "}"))
        return false;
    parser_role(p, ROLE_BLOCK);
    p->t++;
    return true;
}

// A missing sign is shown where it should have been: after the token before.
bool parser_expect(parser *p, const char *what, const char *after)
{
    if (parser_take(p, what))
        return true;
    uint32_t at = p->t->at;
    if (p->t > p->tokens && (strcmp(what, ";") == 0))
        at = parser_end(p);
    return source_error(p->s, p->e, at, habit_hint(p, what), "%s is expected here, %s", what,
                        after);
}

const char *parser_name(parser *p, const char *role, uint32_t *at)
{
    const token *t = p->t;
    if (t->kind == TOKEN_WORD) {
        source_error(p->s, p->e, t->at, "choose another name", "%.*s is a reserved word",
                     (int)(t->end - t->at), p->s->bytes + t->at);
        return NULL;
    }
    if (t->kind != TOKEN_NAME) {
        source_error(p->s, p->e, t->at, NULL, "the name of %s %s is expected here",
                     strchr("aeiou", role[0]) ? "an" : "a", role);
        return NULL;
    }
    if (at)
        *at = t->at;
    char *name = model_allocate(p->m, t->end - t->at + 1);
    memcpy(name, p->s->bytes + t->at, t->end - t->at);
    p->t++;
    return name;
}

bool parse_number(parser *p, int64_t *out)
{
    if (parser_at(p, "-"))
        parser_role(p, ROLE_UNARY);
    bool minus = parser_take(p, "-");
    const token *t = p->t;
    if (t->kind == TOKEN_NUMBER) {
        p->t++;
        *out = minus ? -t->number : t->number;
        return true;
    }
    for (uint32_t i = 0; t->kind == TOKEN_NAME && i < p->m->constant_count; i++)
        if (token_is(p->s, t, p->m->constants[i].name)) {
            p->t++;
            p->m->used[p->m->constants[i].at] = true;
            *out = minus ? -p->m->constants[i].value : p->m->constants[i].value;
            return true;
        }
    return source_error(p->s, p->e, t->at, "a number or the name of a const declared above",
                        "a number is expected here");
}

bool parse_bound(parser *p, const char *what, int64_t low, int64_t high, uint32_t *out)
{
    uint32_t at = p->t->at;
    int64_t n = 0;
    if (!parse_number(p, &n))
        return false;
    if (n < low || n > high)
        return source_error(p->s, p->e, at, NULL, "%s must be from %lld to %lld", what,
                            (long long)low, (long long)high);
    *out = (uint32_t)n;
    return true;
}

static bool too_many(parser *p, uint32_t at, const char *role)
{
    return source_error(p->s, p->e, at, NULL, "there are more than %d %ss", MODEL_MAX_SHARED, role);
}

static bool parse_shared(parser *p, bool ghost, bool own, const char *role)
{
    model *m = p->m;
    if (m->shared_count >= MODEL_MAX_SHARED)
        return too_many(p, p->t->at, role);
    variable *v = &m->shared[m->shared_count++];
    v->ghost = ghost;
    v->own = own;
    if (!parse_variable(p, v, role))
        return false;
    if (parser_take(p, "=") && !(v->initial = v->length ? parse_list(p) : parse_expr(p)))
        return false;
    if (!variable_split(m, m->shared, &m->shared_count, MODEL_MAX_SHARED))
        return too_many(p, v->at, role);
    return parser_expect(p, ";", "after the variable");
}

bool parse_global(parser *p, const char *role)
{
    return parse_shared(p, false, false, role);
}

// A function that is one expression.
void function_body(model *m, method *f, expr *value)
{
    stmt *s = model_allocate(m, sizeof *s);
    *s = (stmt){.kind = STMT_RETURN, .at = value->at, .end = value->end, .a = value};
    f->body.items = model_allocate(m, sizeof *f->body.items);
    f->body.items[0] = s;
    f->body.count = 1;
}

static bool parse_function(parser *p)
{
    model *m = p->m;
    if (m->function_count == MODEL_MAX_FUNCTIONS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d functions",
                            MODEL_MAX_FUNCTIONS);
    if (!m->functions)
        m->functions = memory_new(MODEL_MAX_FUNCTIONS, sizeof(method *));
    method *f = m->functions[m->function_count++] = model_allocate(m, sizeof *f);
    p->finite = true;
    bool ok = parse_method(p, f, MODEL_MAX_ARGS);
    p->finite = false;
    return ok;
}

static bool parse_procedure(parser *p)
{
    model *m = p->m;
    if (m->procedure_count == MODEL_MAX_PROCEDURES)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d procedures",
                            MODEL_MAX_PROCEDURES);
    if (!m->procedures)
        m->procedures = memory_new(MODEL_MAX_PROCEDURES, sizeof(method *));
    method *f = m->procedures[m->procedure_count++] = model_allocate(m, sizeof *f);
    if (!parse_method(p, f, MODEL_MAX_ARGS))
        return false;
    return !(f->inserts || f->removes || f->has_only) ||
           source_error(p->s, p->e, f->at, "clients call methods only",
                        "a procedure cannot be marked");
}

bool parse_invariant(parser *p)
{
    model *m = p->m;
    invariant v = {.quiescent = parser_take(p, "quiescent")};
    // Of a simulation it is called a relation.
    if (!(parser_take(p, "relation") || parser_expect(p, "invariant", "after quiescent")) ||
        !(v.name = parser_name(p, "invariant", &v.at)) || !parser_open(p, "before the condition") ||
        !(v.condition = parse_expr(p)) ||
        !(parser_close(p) || parser_expect(p, "}", "after the condition")))
        return false;
    MEMORY_GROW(m->invariants, m->invariant_capacity, m->invariant_count + 1);
    m->invariants[m->invariant_count++] = v;
    return true;
}

bool parse_init(parser *p)
{
    model *m = p->m;
    uint32_t at = p->t++->at;
    if (m->has_init)
        return source_error(p->s, p->e, at, NULL, "there is a second init block");
    m->has_init = true;
    m->init.at = at;
    m->init.name = "init";
    return parse_block(p, &m->init.body);
}

static const unit_syntax *syntax_ahead(const parser *p)
{
    size_t i = 0;
    while (unit_syntaxes[i] && !parser_at(p, unit_syntaxes[i]->word))
        i++;
    return unit_syntaxes[i];
}

static bool add_unit(parser *p)
{
    model *m = p->m;
    const unit_syntax *syntax = syntax_ahead(p);
    bool is_spec = parser_at(p, "spec");
    p->t++;
    unit *u = syntax ? syntax->parse(p) : parse_unit(p, is_spec);
    if (!u)
        return false;
    MEMORY_GROW(m->units, m->unit_capacity, m->unit_count + 1);
    m->units[m->unit_count++] = u;
    return true;
}

static bool parse_top(parser *p)
{
    model *m = p->m;
    uint32_t at = p->t->at;
    parser_role(p, ROLE_START);
    if (parser_take(p, "const"))
        return parse_const(p);
    if (parser_take(p, "struct"))
        return parse_struct(p);
    if (parser_take_word(p, "shared") || parser_at(p, "thread"))
        return parse_shared(p, false, parser_take_word(p, "thread"), "shared variable");
    if (parser_take_word(p, "ghost"))
        return parse_shared(p, true, parser_take_word(p, "thread"), "shared variable");
    if (parser_at(p, "invariant") || parser_at(p, "quiescent"))
        return parse_invariant(p);
    if (parser_take(p, "enum"))
        return parse_enum(p);
    if (parser_at(p, "type") && p->t[1].kind == TOKEN_NAME && token_is(p->s, &p->t[2], "=")) {
        parser_take_word(p, "type");
        return parse_alias(p);
    }
    if (parser_at(p, "message") && p->t[1].kind == TOKEN_NAME) {
        parser_take_word(p, "message");
        return parse_message(p);
    }
    if (parser_take(p, "function"))
        return parse_function(p);
    if (parser_at(p, "let") && p->t[1].kind == TOKEN_NAME)
        return parse_constant(p);
    if (quorums_ahead(p))
        return parse_quorums(p);
    if (process_ahead(p))
        return parse_process_declaration(p);
    if (parser_take(p, "procedure"))
        return parse_procedure(p);
    if (parser_at(p, "init"))
        return parse_init(p);
    if (parser_at(p, "object") || parser_at(p, "spec") || syntax_ahead(p))
        return add_unit(p);
    if (parser_take(p, "verify")) {
        MEMORY_GROW(m->instances, m->instance_capacity, m->instance_count + 1);
        return parse_instance(p, &m->instances[m->instance_count++]);
    }
    return source_error(p->s, p->e, at,
                        parser_at(p, ";")
                            ? "leave it out: no ; stands after }"
                            : "a file holds const, type, enum, message, let, quorums, struct, "
                              "shared, thread, ghost, init, function, procedure, invariant, "
                              "object, automaton, system, simulation, process, channel, "
                              "alphabet, spec and verify",
                        "'%.*s' cannot stand here", (int)(p->t->end - at), p->s->bytes + at);
}

bool model_parse(model *m, token **tokens, error *e)
{
    parser p = {.m = m, .s = &m->source, .e = e};
    if (!lex(&m->source, &p.tokens, e))
        return false;
    p.t = p.tokens;
    bool ok = true;
    while (ok && p.t->kind != TOKEN_END)
        ok = parse_top(&p);
    if (tokens && ok)
        *tokens = p.tokens;
    else
        free(p.tokens);
    return ok;
}
