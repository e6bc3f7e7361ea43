// SPDX-License-Identifier: MIT
// Synchronisations: the operations of a spec that meet.
//
//     sync send(int x) with receive() -> int { return x; }
//     sync 3 wait(int id) { }
//     sync n = 1..8 wait(int id) { await(n == parties); }

#include "model/syntax/parser.h"

#include <string.h>

static const char example[] = "for example: sync send(int x) with receive() -> int { return x; }";

// `sync` is no reserved word: a method or an enum may be called so.
bool sync_ahead(const parser *p)
{
    for (uint32_t i = 0; i < p->m->enum_count; i++)
        if (strcmp(p->m->enums[i]->name, "sync") == 0)
            return false;
    return parser_at(p, "sync") && !parser_call(p, "sync");
}

// n = 1..8: how many there are gets a name.
static bool parse_number_name(parser *p, synchronisation *s)
{
    method *body = s->body;
    variable *v = &body->locals[body->local_count++];
    v->type = (type){.kind = TYPE_INT, .at = p->t->at};
    if (!(v->name = parser_name(p, "number", &v->at)))
        return false;
    s->number = body->local_count;
    p->t++;
    if (p->t[1].kind == TOKEN_SIGN && token_is(p->s, &p->t[1], ".."))
        return true;
    return source_error(p->s, p->e, p->t->at, "for example: sync n = 1..8 wait() { … }",
                        "%s is how many take part: a range is expected here", v->name);
}

// Nothing, 3 or 1..8.
static bool parse_count(parser *p, synchronisation *s, participant *q)
{
    const token *t = p->t;
    bool named = t->kind == TOKEN_NAME && token_is(p->s, &t[1], "=");
    bool counted =
        t->kind == TOKEN_NAME && (t[1].kind == TOKEN_NAME || token_is(p->s, &t[1], ".."));
    q->low = q->high = 1;
    q->group = named || counted || t->kind == TOKEN_NUMBER;
    if (!q->group)
        return true;
    if (named && !parse_number_name(p, s))
        return false;
    if (!parse_bound(p, "how many take part", 1, MODEL_MAX_MEETING, &q->low))
        return false;
    q->high = q->low;
    return !parser_take(p, "..") ||
           parse_bound(p, "how many take part", q->low, MODEL_MAX_MEETING, &q->high);
}

// What the members of a group bring is a seq of it.
static void gather(parser *p, variable *v)
{
    type items = {.kind = TYPE_SEQ, .part_count = 1, .at = v->type.at};
    items.parts = model_allocate(p->m, MODEL_MAX_PARTS * sizeof *items.parts);
    items.parts[0] = v->type;
    v->type = items;
}

static bool parse_participant(parser *p, synchronisation *s)
{
    method *body = s->body;
    if (s->part_count == MODEL_MAX_MEETING)
        return source_error(p->s, p->e, p->t->at, NULL, "at most %d operations meet",
                            MODEL_MAX_MEETING);
    participant *q = &s->parts[s->part_count++];
    if (!parse_count(p, s, q) || !(q->name = parser_name(p, "method", &q->at)))
        return false;
    q->first = body->local_count;
    if (!parse_parameters(p, body, MODEL_MAX_METHOD_ARGS))
        return false;
    q->param_count = body->local_count - q->first;
    for (uint32_t i = q->first; q->group && i < body->local_count; i++)
        gather(p, &body->locals[i]);
    q->result.kind = TYPE_UNIT;
    return !parser_take(p, "->") || parse_type(p, &q->result);
}

static bool check_counts(parser *p, const synchronisation *s)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const participant *q = &s->parts[i];
        if (q->low < q->high && i + 1 < s->part_count)
            return source_error(p->s, p->e, q->at, "put it at the end",
                                "only of the last there can be %u or more", q->low);
        most += q->high;
    }
    return most <= MODEL_MAX_MEETING ||
           source_error(p->s, p->e, s->at, NULL, "%u operations would meet; at most %d do", most,
                        MODEL_MAX_MEETING);
}

bool parse_sync(parser *p, unit *u)
{
    if (!u->is_spec)
        return source_error(p->s, p->e, p->t->at, "what an object should do is said by a spec",
                            "only a spec has synchronisations");
    if (u->sync_count == MODEL_MAX_SYNCS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d synchronisations",
                            MODEL_MAX_SYNCS);
    synchronisation *s = u->syncs[u->sync_count++] = model_allocate(p->m, sizeof *s);
    u->meets = true;
    s->at = p->t->at;
    s->body = model_allocate(p->m, sizeof *s->body);
    s->body->at = s->at;
    s->body->name = "sync";
    p->t++;
    do {
        if (!parse_participant(p, s))
            return false;
    } while (parser_take(p, "with"));
    if (!check_counts(p, s))
        return false;
    s->body->param_count = s->body->local_count;
    s->body->end = parser_end(p);
    if (!parser_at(p, "{"))
        return source_error(p->s, p->e, p->t->at, example,
                            "with or { is expected here, after who takes part");
    parser_role(p, ROLE_BODY);
    return parse_block(p, &s->body->body);
}
