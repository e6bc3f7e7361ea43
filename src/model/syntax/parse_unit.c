// SPDX-License-Identifier: MIT
// Objects and specs.

#include "model/syntax/parser.h"

#include <string.h>

// @only(0), @only(1..2) or @only(1..*). Ends at the last token.
static bool parse_only(parser *p, method *m)
{
    if (m->has_only)
        return source_error(p->s, p->e, p->t->at - 1, "write a range: @only(1..2)",
                            "@only is given twice");
    p->t++;
    m->has_only = true;
    if (!parser_expect(p, "(", "before the thread's number") ||
        !parse_bound(p, "a thread", 0, MODEL_MAX_THREADS - 1, &m->only_first))
        return false;
    m->only_last = m->only_first;
    if (parser_take(p, "..")) {
        if (parser_at(p, "*")) {
            parser_role(p, ROLE_UNARY);
            p->t++;
            m->only_last = ONLY_ALL;
        } else if (!parse_bound(p, "a thread", m->only_first, MODEL_MAX_THREADS - 1, &m->only_last))
            return false;
    }
    if (!parser_at(p, ")"))
        return parser_expect(p, ")", "after the thread's number");
    return true;
}

static bool parse_method_marks(parser *p, method *m)
{
    for (; p->t->kind == TOKEN_MARK; p->t++) {
        if (token_is(p->s, p->t, "insert"))
            m->inserts = true;
        else if (token_is(p->s, p->t, "remove"))
            m->removes = true;
        else if (token_is(p->s, p->t, "only")) {
            if (!parse_only(p, m))
                return false;
        } else
            return source_error(p->s, p->e, p->t->at - 1,
                                "the marks of a method are @insert, @remove and @only(0)",
                                "a method cannot be marked @%.*s", (int)(p->t->end - p->t->at),
                                p->s->bytes + p->t->at);
    }
    return true;
}

bool parse_parameters(parser *p, method *m, uint32_t most)
{
    uint32_t first = m->local_count;
    if (!parser_expect(p, "(", "before the parameters"))
        return false;
    while (!parser_at(p, ")")) {
        if (m->local_count > first && !parser_expect(p, ",", "between two parameters"))
            return false;
        if (m->local_count - first >= most)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %u parameters",
                                most);
        if (!parse_variables(p, m->locals, &m->local_count, "parameter"))
            return false;
    }
    p->t++;
    return true;
}

bool parse_method(parser *p, method *m, uint32_t most)
{
    if (!(m->name = parser_name(p, "method", &m->at)) || !parse_parameters(p, m, most))
        return false;
    m->param_count = m->local_count;
    m->result.kind = TYPE_UNIT;
    if (!parse_method_marks(p, m) || (parser_take(p, "->") && !parse_type(p, &m->result)) ||
        !parse_method_marks(p, m))
        return false;
    m->end = parser_end(p);
    parser_role(p, ROLE_BODY);
    return parse_block(p, &m->body);
}

unit *parse_unit(parser *p, bool is_spec)
{
    unit *u = model_allocate(p->m, sizeof *u);
    u->is_spec = is_spec;
    if (!(u->name = parser_name(p, is_spec ? "spec" : "object", &u->at)) ||
        !parser_open(p, "before the methods"))
        return NULL;
    while (!parser_close(p)) {
        parser_role(p, ROLE_START);
        if (sync_ahead(p)) {
            if (!parse_sync(p, u))
                return NULL;
            continue;
        }
        if (type_ahead(p)) {
            if (!is_spec) {
                bool result_first = p->t[1].kind == TOKEN_NAME && token_is(p->s, &p->t[2], "(");
                source_error(p->s, p->e, p->t->at,
                             result_first ? "the result stands after the parameters: f() -> int"
                                          : "write `shared …` outside the object",
                             "an object has only methods");
                return NULL;
            }
            uint32_t head = u->state_count;
            if (!parse_variables(p, u->state, &u->state_count, "state variable"))
                return NULL;
            if (parser_take(p, "=") && !(u->state[head].initial = parse_expr(p)))
                return NULL;
            if (!parser_expect(p, ";", "after the variable"))
                return NULL;
            continue;
        }
        if (u->method_count == MODEL_MAX_METHODS) {
            source_error(p->s, p->e, p->t->at, NULL, "there are more than %d methods",
                         MODEL_MAX_METHODS);
            return NULL;
        }
        method *m = u->methods[u->method_count++] = model_allocate(p->m, sizeof *m);
        if (!parse_method(p, m, MODEL_MAX_METHOD_ARGS))
            return NULL;
    }
    return u;
}
