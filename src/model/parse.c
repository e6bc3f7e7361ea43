// SPDX-License-Identifier: MIT
// The file: constants, structs, shared variables, objects, specs, verify blocks.

#include "model/parser.h"

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

// A missing sign is shown where it should have been: after the token before.
bool parser_expect(parser *p, const char *what, const char *after)
{
    if (parser_take(p, what))
        return true;
    uint32_t at = p->t->at;
    if (p->t > p->tokens && (strcmp(what, ";") == 0))
        at = parser_end(p);
    return source_error(p->s, p->e, at, NULL, "%s is expected here, %s", what, after);
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
        source_error(p->s, p->e, t->at, NULL, "the name of a %s is expected here", role);
        return NULL;
    }
    if (at)
        *at = t->at;
    char *name = model_allocate(p->m, t->end - t->at + 1);
    memcpy(name, p->s->bytes + t->at, t->end - t->at);
    p->t++;
    return name;
}

bool type_ahead(const parser *p)
{
    if (parser_at(p, "int") || parser_at(p, "bool") || parser_at(p, "seq") ||
        (parser_at(p, "set") && token_is(p->s, &p->t[1], "<")))
        return true;
    return p->t->kind == TOKEN_NAME && p->t[1].kind == TOKEN_SIGN &&
           token_is(p->s, &p->t[1], "*") && p->t[2].kind == TOKEN_NAME;
}

bool parse_type(parser *p, type *out)
{
    *out = (type){.at = p->t->at};
    if (parser_at(p, "int") || parser_at(p, "bool")) {
        out->kind = parser_at(p, "int") ? TYPE_INT : TYPE_BOOL;
        p->t++;
        out->optional = parser_take(p, "?");
        return true;
    }
    if (parser_at(p, "seq") || (parser_at(p, "set") && token_is(p->s, &p->t[1], "<"))) {
        out->kind = parser_at(p, "seq") ? TYPE_SEQ : TYPE_SET;
        p->t++;
        return parser_expect(p, "<", "after seq or set") &&
               parser_expect(p, "int", "a seq or set holds ints") &&
               parser_expect(p, ">", "after int");
    }
    if (p->t->kind != TOKEN_NAME)
        return source_error(p->s, p->e, p->t->at,
                            "types are int, bool, int?, bool?, seq<int>, set<int>, node*",
                            "a type is expected here");
    out->kind = TYPE_POINTER;
    out->name = parser_name(p, "struct", NULL);
    if (parser_at(p, "*")) {
        p->t++;
        return true;
    }
    return source_error(p->s, p->e, p->t->at, "structs are used through pointers: node* n",
                        "* is expected here");
}

static bool parse_variables(parser *p, variable *list, uint32_t *count, const char *role)
{
    if (*count >= MODEL_MAX_NAMES)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d %ss",
                            MODEL_MAX_NAMES, role);
    variable *v = &list[(*count)++];
    return parse_type(p, &v->type) && (v->name = parser_name(p, role, &v->at));
}

static bool parse_bound(parser *p, const char *what, int64_t low, int64_t high, uint32_t *out);

static bool parse_number(parser *p, int64_t *out)
{
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
            *out = minus ? -p->m->constants[i].value : p->m->constants[i].value;
            return true;
        }
    return source_error(p->s, p->e, t->at, "a number or the name of a const declared above",
                        "a number is expected here");
}

static bool parse_struct(parser *p)
{
    model *m = p->m;
    if (m->record_count >= MODEL_MAX_RECORDS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d structs",
                            MODEL_MAX_RECORDS);
    if (!m->records)
        m->records = memory_new(MODEL_MAX_RECORDS, sizeof(record *));
    record *r = model_allocate(m, sizeof *r);
    m->records[m->record_count++] = r;
    if (!(r->name = parser_name(p, "struct", &r->at)) ||
        !parser_expect(p, "{", "before the fields"))
        return false;
    while (!parser_take(p, "}"))
        if (!parse_variables(p, r->fields, &r->field_count, "field") ||
            !parser_expect(p, ";", "after the field"))
            return false;
    parser_take(p, ";");
    return true;
}

// @only(0) or @only(1..2). Ends at the last token.
static bool parse_only(parser *p, method *m)
{
    p->t++;
    m->has_only = true;
    if (!parser_expect(p, "(", "before the thread's number") ||
        !parse_bound(p, "a thread", 0, MODEL_MAX_THREADS - 1, &m->only_first))
        return false;
    m->only_last = m->only_first;
    if (parser_take(p, "..") &&
        !parse_bound(p, "a thread", m->only_first, MODEL_MAX_THREADS - 1, &m->only_last))
        return false;
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

static bool parse_method(parser *p, method *m)
{
    if (!(m->name = parser_name(p, "method", &m->at)) ||
        !parser_expect(p, "(", "before the parameters"))
        return false;
    while (!parser_at(p, ")")) {
        if (m->param_count && !parser_expect(p, ",", "between two parameters"))
            return false;
        if (m->param_count == MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "a method has at most %d parameters",
                                MODEL_MAX_ARGS);
        if (!parse_variables(p, m->locals, &m->local_count, "parameter"))
            return false;
        m->param_count++;
    }
    p->t++;
    m->result.kind = TYPE_UNIT;
    if (!parse_method_marks(p, m) || (parser_take(p, "->") && !parse_type(p, &m->result)) ||
        !parse_method_marks(p, m))
        return false;
    m->end = parser_end(p);
    return parse_block(p, &m->body);
}

unit *parse_unit(parser *p, bool is_spec)
{
    unit *u = model_allocate(p->m, sizeof *u);
    u->is_spec = is_spec;
    if (!(u->name = parser_name(p, is_spec ? "spec" : "object", &u->at)) ||
        !parser_expect(p, "{", "before the methods"))
        return NULL;
    while (!parser_take(p, "}")) {
        if (type_ahead(p)) {
            if (!is_spec) {
                source_error(p->s, p->e, p->t->at, "write `shared …` outside the object",
                             "an object has only methods");
                return NULL;
            }
            if (!parse_variables(p, u->state, &u->state_count, "state variable"))
                return NULL;
            if (parser_take(p, "=") && !(u->state[u->state_count - 1].initial = parse_expr(p)))
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
        if (!parse_method(p, m))
            return NULL;
    }
    return u;
}

static bool parse_bound(parser *p, const char *what, int64_t low, int64_t high, uint32_t *out)
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

static bool parse_setting(parser *p, instance *v)
{
    static const char *const known[] = {"threads",    "capacity", "nodes",
                                        "operations", "reuse",    "deadlockfree"};
    uint32_t at = p->t->at;
    if (parser_take(p, "int")) {
        v->has_range = true;
        if (!parse_number(p, &v->low) || !parser_expect(p, "..", "between the bounds") ||
            !parse_number(p, &v->high))
            return false;
        if (v->high < v->low || v->high - v->low > 255)
            return source_error(p->s, p->e, at, "for example: int 0..1;",
                                "the range of ints must hold 1 to 256 values");
        return true;
    }
    const char *name = parser_name(p, "setting", NULL);
    if (!name)
        return false;
    if (strcmp(name, "threads") == 0)
        return parse_bound(p, "threads", 1, MODEL_MAX_THREADS, &v->threads);
    if (strcmp(name, "capacity") == 0) {
        v->has_capacity = true;
        return parse_bound(p, "capacity", 0, 1000, &v->capacity);
    }
    if (strcmp(name, "nodes") == 0) {
        v->has_nodes = true;
        return parse_bound(p, "nodes", 1, MODEL_MAX_NODES, &v->nodes);
    }
    if (strcmp(name, "operations") == 0)
        return parse_bound(p, "operations", 1, 1000, &v->operations);
    if (strcmp(name, "reuse") == 0) {
        v->reuse = true;
        return true;
    }
    if (strcmp(name, "deadlockfree") == 0) {
        v->deadlockfree = true;
        return true;
    }
    const char *near = did_you_mean(name, known, sizeof known / sizeof *known);
    char hint[100] = "settings are threads, int, capacity, operations, nodes, reuse, deadlockfree";
    if (near) {
        text t = {0};
        text_add(&t, "did you mean %s?", near);
        memcpy(hint, t.bytes, t.length + 1);
        text_fini(&t);
    }
    return source_error(p->s, p->e, at, hint, "no setting is called %s", name);
}

bool parse_instance(parser *p, instance *v)
{
    *v = (instance){.at = p->t->at, .threads = 2};
    if (!(v->object = parser_name(p, "object", &v->object_at)))
        return false;
    if (parser_take(p, "refines") && !(v->refines = parser_name(p, "spec", &v->refines_at)))
        return false;
    if (v->refines && parser_take(p, "using")) {
        uint32_t at = p->t->at;
        const char *what = parser_name(p, "way to check", NULL);
        if (!what)
            return false;
        if (strcmp(what, "points") != 0)
            return source_error(p->s, p->e, at, "write: using points",
                                "there is no way to check using %s", what);
        v->points = true;
    }
    if (!parser_expect(p, "{", "before the settings"))
        return false;
    while (!parser_take(p, "}"))
        if (!parse_setting(p, v) || !parser_expect(p, ";", "after the setting"))
            return false;
    return true;
}

static bool parse_const(parser *p)
{
    model *m = p->m;
    constant c = {0};
    if (!(c.name = parser_name(p, "const", &c.at)) || !parser_expect(p, "=", "after the name") ||
        !parse_number(p, &c.value) || !parser_expect(p, ";", "after the value"))
        return false;
    MEMORY_GROW(m->constants, m->constant_capacity, m->constant_count + 1);
    m->constants[m->constant_count++] = c;
    return true;
}

// int[4] a: the length stands after the type.
static bool parse_shared(parser *p, bool ghost)
{
    model *m = p->m;
    if (m->shared_count >= MODEL_MAX_NAMES)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d shared variables",
                            MODEL_MAX_NAMES);
    variable *v = &m->shared[m->shared_count++];
    v->ghost = ghost;
    if (!parse_type(p, &v->type))
        return false;
    if (parser_take(p, "[") && (!parse_bound(p, "the length", 1, MODEL_MAX_ITEMS, &v->length) ||
                                !parser_expect(p, "]", "after the length")))
        return false;
    if (!(v->name = parser_name(p, "shared variable", &v->at)))
        return false;
    if (v->length && parser_at(p, "="))
        return source_error(p->s, p->e, p->t->at,
                            "items start as 0, false, null or none; or write "
                            "an init block",
                            "an array has no initial value");
    if (parser_take(p, "=") && !(v->initial = parse_expr(p)))
        return false;
    return parser_expect(p, ";", "after the variable");
}

static bool parse_invariant(parser *p)
{
    model *m = p->m;
    invariant v = {.quiescent = parser_take(p, "quiescent")};
    if (!parser_expect(p, "invariant", "after quiescent") ||
        !(v.name = parser_name(p, "invariant", &v.at)) ||
        !parser_expect(p, "{", "before the condition") || !(v.condition = parse_expr(p)) ||
        !parser_expect(p, "}", "after the condition"))
        return false;
    MEMORY_GROW(m->invariants, m->invariant_capacity, m->invariant_count + 1);
    m->invariants[m->invariant_count++] = v;
    return true;
}

static bool parse_top(parser *p)
{
    model *m = p->m;
    uint32_t at = p->t->at;
    if (parser_take(p, "const"))
        return parse_const(p);
    if (parser_take(p, "struct"))
        return parse_struct(p);
    if (parser_take(p, "shared"))
        return parse_shared(p, false);
    if (parser_take(p, "ghost"))
        return parse_shared(p, true);
    if (parser_at(p, "invariant") || parser_at(p, "quiescent"))
        return parse_invariant(p);
    if (parser_take(p, "init")) {
        if (m->has_init)
            return source_error(p->s, p->e, at, NULL, "there is a second init block");
        m->has_init = true;
        m->init.at = at;
        m->init.name = "init";
        return parse_block(p, &m->init.body);
    }
    if (parser_at(p, "object") || parser_at(p, "spec")) {
        bool is_spec = parser_at(p, "spec");
        p->t++;
        unit *u = parse_unit(p, is_spec);
        if (!u)
            return false;
        MEMORY_GROW(m->units, m->unit_capacity, m->unit_count + 1);
        m->units[m->unit_count++] = u;
        return true;
    }
    if (parser_take(p, "verify")) {
        MEMORY_GROW(m->instances, m->instance_capacity, m->instance_count + 1);
        return parse_instance(p, &m->instances[m->instance_count++]);
    }
    return source_error(
        p->s, p->e, at,
        "a file holds const, struct, shared, ghost, init, invariant, object, spec and verify",
        "%.*s cannot stand here", (int)(p->t->end - at), p->s->bytes + at);
}

bool model_parse(model *m, error *e)
{
    parser p = {.m = m, .s = &m->source, .e = e};
    if (!lex(&m->source, &p.tokens, e))
        return false;
    p.t = p.tokens;
    bool ok = true;
    while (ok && p.t->kind != TOKEN_END)
        ok = parse_top(&p);
    free(p.tokens);
    return ok;
}
