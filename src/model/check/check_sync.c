// SPDX-License-Identifier: MIT
// Synchronisations: a method is the same wherever it takes part, and every
// participant gets its result.

#include "model/check/checker.h"

#include <stdio.h>
#include <string.h>

// The types of a participant's parameters, as its method has them.
static type given_type(const synchronisation *s, const participant *q, uint32_t i)
{
    type t = s->body->locals[q->first + i].type;
    return q->group ? t.parts[0] : t;
}

static bool check_types(checker *c, const synchronisation *s, participant *q)
{
    for (uint32_t i = 0; i < q->param_count; i++) {
        const variable *v = &s->body->locals[q->first + i];
        bool whole = !v->whole_name; // a tuple came apart
        if (!check_plain(c, whole ? given_type(s, q, i) : v->whole))
            return false;
    }
    return check_result(c, &q->result);
}

// The first time that a method is met, it gets the types it has here.
static bool add_method(checker *c, unit *u, const synchronisation *s, const participant *q)
{
    if (u->method_count == MODEL_MAX_METHODS)
        return source_error(c->s, c->e, q->at, NULL, "there are more than %d methods",
                            MODEL_MAX_METHODS);
    method *f = u->methods[u->method_count++] = model_allocate(c->m, sizeof *f);
    f->name = q->name;
    f->at = q->at;
    f->result = q->result;
    f->param_count = f->local_count = q->param_count;
    for (uint32_t i = 0; i < q->param_count; i++) {
        f->locals[i] = s->body->locals[q->first + i];
        f->locals[i].type = given_type(s, q, i);
    }
    return true;
}

static bool find_method(checker *c, unit *u, const synchronisation *s, participant *q)
{
    uint32_t k = 0;
    while (k < u->method_count && strcmp(u->methods[k]->name, q->name) != 0)
        k++;
    q->method = k;
    if (k == u->method_count)
        return add_method(c, u, s, q);
    const method *f = u->methods[k];
    bool same = f->param_count == q->param_count && type_equal(f->result, q->result);
    for (uint32_t i = 0; same && i < q->param_count; i++)
        same = type_equal(f->locals[i].type, given_type(s, q, i));
    uint32_t line, column;
    source_position(c->s, f->at, &line, &column);
    return same || source_error(c->s, c->e, q->at, "a method has the same types wherever it stands",
                                "%s has another parameter or result in line %u", q->name, line);
}

static bool methods_differ(const synchronisation *s)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (s->parts[i].method == s->parts[k].method)
                return false;
    return true;
}

static bool has_results(const synchronisation *s)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        if (s->parts[i].result.kind != TYPE_UNIT)
            return true;
    return false;
}

static bool check_sync(checker *c, unit *u, synchronisation *s)
{
    method *f = s->body;
    c->u = u;
    c->f = f;
    c->loops = 0;
    c->scope_count = 0;
    if (!check_variables(c, f->locals, f->local_count, true))
        return false;
    for (uint32_t i = 0; i < s->part_count; i++)
        if (!check_types(c, s, &s->parts[i]) || !find_method(c, u, s, &s->parts[i]))
            return false;
    s->alike = methods_differ(s);
    while (c->scope_count < f->local_count)
        scope_add(c, c->scope_count, f->locals[c->scope_count].at);
    c->sync = s;
    bool ok = check_block(c, &f->body);
    c->sync = NULL;
    return ok && (!has_results(s) || block_ends(&f->body) ||
                  source_error(c->s, c->e, f->at, NULL,
                               "the synchronisation can end without returning a result"));
}

// A result for each participant that has one, in order.
bool check_results(checker *c, stmt *s)
{
    uint32_t given = s->a ? 1 + s->more_count : 0, wanted = 0;
    for (uint32_t i = 0; i < c->sync->part_count; i++) {
        const participant *q = &c->sync->parts[i];
        if (q->result.kind == TYPE_UNIT)
            continue;
        expr *x = wanted == 0 ? s->a : wanted < given ? s->more[wanted - 1] : NULL;
        char role[100];
        snprintf(role, sizeof role, "the result of %s", q->name);
        if (x && !check_fits(c, x, q->result, role))
            return false;
        wanted++;
    }
    return given == wanted ||
           source_error(c->s, c->e, s->a ? s->a->at : s->at,
                        "write return a, b; with one for each of those that have a result",
                        "%u result%s must be returned, not %u", wanted, wanted == 1 ? "" : "s",
                        given);
}

// What a method does on its own.
static void add_alone(checker *c, unit *u, uint32_t k)
{
    synchronisation *s = u->syncs[u->sync_count++] = model_allocate(c->m, sizeof *s);
    method *f = u->methods[k];
    s->at = f->at;
    s->body = f;
    s->part_count = 1;
    s->parts[0] = (participant){.name = f->name,
                                .at = f->at,
                                .method = k,
                                .low = 1,
                                .high = 1,
                                .param_count = f->param_count,
                                .result = f->result};
}

bool check_syncs(checker *c, unit *u)
{
    uint32_t written = u->sync_count, with_body = u->method_count;
    for (uint32_t i = 0; i < written; i++)
        if (!check_sync(c, u, u->syncs[i]))
            return false;
    for (uint32_t i = 0; i < with_body; i++)
        add_alone(c, u, i);
    return true;
}
