// SPDX-License-Identifier: MIT
// Events in formulas about processes: enter, enter.0, enter.i._, c!1, c?x, tau, Skip. A name that is
// none of a value's is an event's; so a verify block stands after what it is about, as elsewhere.

#include "model/syntax/parse_process.h"

#include <string.h>

static bool is_channel(const parser *p, const token *name)
{
    const processes *a = p->m->processes;
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (token_is(p->s, name, a->channels[i].name))
            return true;
    return false;
}

static bool is_value(const parser *p, const token *name)
{
    const model *m = p->m;
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (token_is(p->s, name, m->shared[i].name))
            return true;
    for (uint32_t i = 0; i < m->constant_count; i++)
        if (token_is(p->s, name, m->constants[i].name))
            return true;
    for (uint32_t i = 0; i < m->function_count; i++)
        if (token_is(p->s, name, m->functions[i]->name))
            return true;
    for (uint32_t i = 0; i < m->enum_count; i++)
        for (uint32_t k = 0; k < m->enums[i]->item_count; k++)
            if (token_is(p->s, name, m->enums[i]->items[k]))
                return true;
    return false;
}

static bool has_event(const parser *p, const process *x, const token *name)
{
    if (x->kind == PROCESS_EVENT && token_is(p->s, name, x->name))
        return true;
    for (uint32_t i = 0; i < x->part_count; i++)
        if (has_event(p, x->parts[i], name))
            return true;
    return false;
}

static bool is_event(const parser *p, const token *name)
{
    const processes *a = p->m->processes;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->list[i]->body && has_event(p, a->list[i]->body, name))
            return true;
    return false;
}

// A comparison, or a call: what stands before it is no event.
static bool computes(const parser *p, const token *t)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">", "in", "+", "-",
                                        "*",  "/",  "%",  "&",  "|", "^", "<<", "[", "("};
    bool glued = token_is(p->s, t, "<") && t[1].at == t->end &&
                 (token_is(p->s, &t[1], ">") || token_is(p->s, &t[1], "->"));
    for (size_t i = 0; !glued && i < sizeof signs / sizeof *signs; i++)
        if (token_is(p->s, t, signs[i]))
            return true;
    return false;
}

bool label_ahead(const parser *p)
{
    const token *next = p->t + 1;
    bool asks = token_is(p->s, next, ".") && next[1].kind == TOKEN_NAME &&
                token_is(p->s, &next[2], "("); // c.empty()
    bool quantifies = (parser_at(p, "forall") || parser_at(p, "exists")) &&
                      next->kind == TOKEN_NAME && token_is(p->s, &next[1], "in");
    if (computes(p, next) || (is_channel(p, p->t) && asks) || quantifies)
        return false;
    return is_channel(p, p->t) || !is_value(p, p->t) || is_event(p, p->t);
}

static bool parse_values(parser *p, event_pattern *v)
{
    do {
        if (v->arg_count == sizeof v->args / sizeof *v->args)
            return source_error(p->s, p->e, p->t->at, "leave out the last: they may be any",
                                "there are more than %zu values", sizeof v->args / sizeof *v->args);
        if (!(v->args[v->arg_count++].written = parse_event_value(p)))
            return false;
    } while (parser_take(p, "."));
    return true;
}

event_pattern *parse_label(parser *p)
{
    event_pattern *v = model_allocate(p->m, sizeof *v);
    *v = (event_pattern){.kind = EVENT_LABEL, .at = p->t->at, .bare = true};
    if (!is_channel(p, p->t) && is_value(p, p->t)) {
        source_error(p->s, p->e, p->t->at, "call one of them otherwise",
                     "%.*s is an event, and a variable or a value, too",
                     (int)(p->t->end - p->t->at), p->s->bytes + p->t->at);
        return NULL;
    }
    bool known = is_event(p, p->t);
    if (!(v->name = parser_name(p, "event", NULL)))
        return NULL;
    if (strcmp(v->name, "tau") == 0)
        v->kind = EVENT_TAU;
    else if (!known && strcmp(v->name, "Skip") == 0)
        v->kind = EVENT_SKIP;
    bool message = parser_at(p, "!") || parser_at(p, "?");
    if (v->kind == EVENT_LABEL && (message || parser_at(p, "."))) {
        v->sign = message ? parser_at(p, "!") ? '!' : '?' : '.';
        v->bare = false;
        if (message)
            parser_role(p, ROLE_GLUE | ROLE_UNARY);
        p->t++;
        if (!parse_values(p, v))
            return NULL;
    }
    v->end = parser_end(p);
    return v;
}
