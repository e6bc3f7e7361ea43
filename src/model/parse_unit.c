// SPDX-License-Identifier: MIT
// Objects, specs and verify blocks.

#include "model/parser.h"

#include <string.h>

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

bool parse_parameters(parser *p, method *m)
{
    uint32_t first = m->local_count;
    if (!parser_expect(p, "(", "before the parameters"))
        return false;
    while (!parser_at(p, ")")) {
        if (m->local_count > first && !parser_expect(p, ",", "between two parameters"))
            return false;
        if (m->local_count - first >= MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "a method has at most %d parameters",
                                MODEL_MAX_ARGS);
        if (!parse_variables(p, m->locals, &m->local_count, "parameter"))
            return false;
    }
    p->t++;
    return true;
}

bool parse_method(parser *p, method *m)
{
    if (!(m->name = parser_name(p, "method", &m->at)) || !parse_parameters(p, m))
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
                source_error(p->s, p->e, p->t->at, "write `shared …` outside the object",
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
        if (!parse_method(p, m))
            return NULL;
    }
    return u;
}

static bool parse_setting(parser *p, instance *v)
{
    static const char *const known[] = {"threads", "capacity",     "nodes",   "operations",
                                        "reuse",   "deadlockfree", "leakfree"};
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
    if (strcmp(name, "leakfree") == 0) {
        v->leakfree = true;
        return true;
    }
    const char *near = did_you_mean(name, known, sizeof known / sizeof *known);
    char hint[120] = "settings are threads, int, capacity, operations, nodes, reuse, deadlockfree, "
                     "leakfree";
    if (near) {
        text t = {0};
        text_add(&t, "did you mean %s?", near);
        memcpy(hint, t.bytes, t.length + 1);
        text_fini(&t);
    }
    return source_error(p->s, p->e, at, hint, "no setting is called %s", name);
}

static bool parse_using(parser *p, instance *v)
{
    uint32_t at = p->t->at;
    const char *what = parser_name(p, "way to check", NULL);
    if (!what)
        return false;
    if (strcmp(what, "points") != 0)
        return source_error(p->s, p->e, at, "write: using points",
                            "there is no way to check using %s", what);
    v->points = true;
    return true;
}

// The name of a spec is several tokens where it is as `linchpin specs` has it:
// fetch-and-add, bounded-queue:4.
static bool parse_spec_name(parser *p, instance *v)
{
    const token *first = p->t;
    if (!parser_name(p, "spec", &v->refines_at))
        return false;
    while ((parser_at(p, "-") || parser_at(p, ":")) && p->t->at == parser_end(p) &&
           p->t[1].kind != TOKEN_SIGN && p->t[1].at == p->t->end)
        for (int i = 0; i < 2; i++, p->t++)
            parser_role(p, ROLE_GLUE);
    size_t length = parser_end(p) - first->at;
    char *name = model_allocate(p->m, length + 1);
    memcpy(name, p->s->bytes + first->at, length);
    v->refines = name;
    return true;
}

// What is claimed, and of which spec. `commit-atomic` has none: it is three tokens.
static bool parse_claim(parser *p, instance *v)
{
    static const struct {
        const char *word;
        claim claim;
    } claims[] = {{"refines", CLAIM_LINEARIZABLE},
                  {"sequential", CLAIM_SEQUENTIAL},
                  {"serializable", CLAIM_SERIALIZABLE},
                  {"synchronised", CLAIM_SYNCHRONISED},
                  {"progressible", CLAIM_PROGRESSIBLE}};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (parser_take(p, claims[i].word)) {
            v->claim = claims[i].claim;
            if (!parse_spec_name(p, v))
                return false;
            return !parser_at(p, "using") || v->claim != CLAIM_LINEARIZABLE ||
                   (parser_take(p, "using") && parse_using(p, v));
        }
    if (!parser_at(p, "commit") || !token_is(p->s, &p->t[1], "-") ||
        !token_is(p->s, &p->t[2], "atomic"))
        return parser_at(p, "{") ||
               source_error(p->s, p->e, p->t->at,
                            "write refines, sequential, serializable, synchronised, progressible "
                            "and the name of a spec; commit-atomic; or nothing",
                            "what is claimed of %s?", v->object);
    v->claim = CLAIM_COMMIT_ATOMIC;
    for (p->t++; !parser_at(p, "{") && p->t->kind != TOKEN_END && p->t->role != ROLE_GLUE; p->t++)
        parser_role(p, ROLE_GLUE);
    return true;
}

bool parse_instance(parser *p, instance *v)
{
    *v = (instance){.at = p->t->at, .threads = 2};
    if (!(v->object = parser_name(p, "object", &v->object_at)))
        return false;
    if (!parse_claim(p, v))
        return false;
    if (!parser_open(p, "before the settings"))
        return false;
    while (!parser_close(p)) {
        parser_role(p, ROLE_START);
        if (!parse_setting(p, v) || !parser_expect(p, ";", "after the setting"))
            return false;
    }
    return true;
}
