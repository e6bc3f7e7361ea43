// SPDX-License-Identifier: MIT
// Processes without a sign between them: Stop, Skip, e.x{…} -> P, c!x -> P, c?x -> P, [b] P,
// if (b) { P } else { Q }, atomic { P }, P(x), (P), and P [[a <- b]].

#include "model/syntax/parse_process.h"

#include <string.h>

// Values between dots have no signs that need brackets: a name, a[i], a number, none or (…).
expr *parse_event_value(parser *p)
{
    uint32_t at = p->t->at;
    if (parser_at(p, "(")) {
        p->t++;
        expr *x = parse_expr(p);
        return x && parser_expect(p, ")", "after the value") ? x : NULL;
    }
    if (p->t->kind == TOKEN_NUMBER || parser_at(p, "-")) {
        expr *x = expr_make(p, EXPR_INT, at);
        return parse_number(p, &x->number) ? expr_finish(p, x) : NULL;
    }
    if (parser_take(p, "none"))
        return expr_finish(p, expr_make(p, EXPR_NONE, at));
    if (parser_at(p, "true") || parser_at(p, "false")) {
        expr *x = expr_make(p, EXPR_BOOL, at);
        x->number = parser_at(p, "true");
        p->t++;
        return expr_finish(p, x);
    }
    expr *x = expr_make(p, EXPR_NAME, at);
    if (!(x->name = parser_name(p, "value", NULL)) || !expr_finish(p, x))
        return NULL;
    if (!parser_at(p, "[") || token_is(p->s, &p->t[1], "]"))
        return x;
    expr *item = expr_make(p, EXPR_INDEX, at);
    item->a = x;
    p->t++;
    return (item->b = parse_expr(p)) && parser_expect(p, "]", "after the index")
               ? expr_finish(p, item)
               : NULL;
}

static bool add_value(parser *p, process *x, expr *value)
{
    if (!x->values)
        x->values = model_allocate(p->m, PROCESS_MAX_VALUES * sizeof *x->values);
    if (x->value_count == PROCESS_MAX_VALUES)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d values here",
                            PROCESS_MAX_VALUES);
    x->values[x->value_count++] = value;
    return true;
}

static bool parse_dotted(parser *p, process *x)
{
    while (parser_take(p, ".")) {
        expr *value = parse_event_value(p);
        if (!value || !add_value(p, x, value))
            return false;
    }
    return true;
}

bool parse_event_set(parser *p, process *x)
{
    parser_role(p, ROLE_SET);
    if (!parser_expect(p, "{", "before the events"))
        return false;
    x->set = model_allocate(p->m, PROCESS_MAX_PARTS * sizeof *x->set);
    while (!parser_at(p, "}")) {
        if (x->set_count && !parser_expect(p, ",", "between two events"))
            return false;
        if (x->set_count == PROCESS_MAX_PARTS)
            return source_error(p->s, p->e, p->t->at, "a name stands for all its values",
                                "there are more than %d events in a set", PROCESS_MAX_PARTS);
        process_event *e = &x->set[x->set_count++];
        e->first = x->value_count;
        if (!(e->name = parser_name(p, "event", &e->at)) || !parse_dotted(p, x))
            return false;
        e->value_count = x->value_count - e->first;
    }
    p->t++;
    return true;
}

// P [[a <- b, c <- d]]
static process *parse_renaming(parser *p, process *part)
{
    process *x = process_of(p, PROCESS_RENAME, part->at, part, NULL);
    if (!x)
        return NULL;
    parser_role(p, ROLE_SPACED);
    p->t++;
    parser_role(p, ROLE_GLUE);
    p->t++;
    x->set = model_allocate(p->m, PROCESS_MAX_PARTS * sizeof *x->set);
    x->to = model_allocate(p->m, PROCESS_MAX_PARTS * sizeof *x->to);
    do {
        if (x->set_count == PROCESS_MAX_PARTS) {
            source_error(p->s, p->e, p->t->at, NULL, "more than %d events are renamed",
                         PROCESS_MAX_PARTS);
            return NULL;
        }
        process_event *from = &x->set[x->set_count], *to = &x->to[x->set_count++];
        if (!(from->name = parser_name(p, "event", &from->at)) ||
            !parser_expect(p, "<", "as in [[a <- b]]"))
            return NULL;
        parser_role(p, ROLE_GLUE);
        if (!parser_expect(p, "-", "as in [[a <- b]]") ||
            !(to->name = parser_name(p, "event", &to->at)))
            return NULL;
    } while (parser_take(p, ","));
    if (!parser_expect(p, "]", "after what is renamed"))
        return NULL;
    parser_role(p, ROLE_GLUE);
    return parser_expect(p, "]", "after what is renamed") ? process_finish(p, x) : NULL;
}

static process *parse_braced(parser *p)
{
    parser_role(p, ROLE_SPACED);
    if (!parser_expect(p, "{", "before the process"))
        return NULL;
    process *x = parse_process(p);
    parser_role(p, ROLE_SPACED);
    return x && parser_expect(p, "}", "after the process") ? x : NULL;
}

// Without else, it is over where the condition does not hold.
static process *parse_if(parser *p)
{
    uint32_t at = p->t->at;
    p->t++;
    process *x = process_make(p, PROCESS_IF, at);
    expr *condition = NULL;
    if (!parser_enter(p))
        return NULL;
    if (parser_expect(p, "(", "before the condition")) {
        x->name_at = p->t->at;
        condition = parse_expr(p);
    }
    bool ok =
        condition && parser_expect(p, ")", "after the condition") && add_value(p, x, condition);
    process *yes = ok ? parse_braced(p) : NULL, *no = NULL;
    if (yes && parser_at(p, "else"))
        parser_role(p, ROLE_SPACED);
    if (yes && parser_take(p, "else"))
        no = parser_at(p, "if") ? parse_if(p) : parse_braced(p);
    else if (yes)
        no = process_make(p, PROCESS_SKIP, at);
    parser_leave(p);
    if (!yes || !no)
        return NULL;
    x->parts = model_allocate(p->m, 2 * sizeof *x->parts);
    x->parts[0] = yes;
    x->parts[1] = no;
    x->part_count = 2;
    return process_finish(p, x);
}

static process *with_part(parser *p, process *x, process *part)
{
    if (!part)
        return NULL;
    x->parts = model_allocate(p->m, sizeof *x->parts);
    x->parts[x->part_count++] = part;
    return process_finish(p, x);
}

// [b] P
static process *parse_guard(parser *p)
{
    process *x = process_make(p, PROCESS_GUARD, p->t->at);
    parser_role(p, ROLE_SPACED);
    p->t++;
    expr *condition = parse_expr(p);
    if (!condition || !parser_expect(p, "]", "after the guard") || !add_value(p, x, condition))
        return NULL;
    return with_part(p, x, parse_prefixed(p));
}

// P(x, y), or P without parameters
static process *parse_call(parser *p)
{
    process *x = process_make(p, PROCESS_CALL, p->t->at);
    if (!(x->name = parser_name(p, "process", &x->name_at)))
        return NULL;
    if (!parser_take(p, "("))
        return process_finish(p, x);
    while (!parser_at(p, ")")) {
        if (x->value_count && !parser_expect(p, ",", "between two arguments"))
            return NULL;
        expr *value = parse_expr(p);
        if (!value || !add_value(p, x, value))
            return NULL;
    }
    p->t++;
    return process_finish(p, x);
}

static bool arrow(parser *p)
{
    return parser_expect(p, "->", "after the event");
}

static process *parse_event(parser *p)
{
    process *x = process_make(p, PROCESS_EVENT, p->t->at);
    if (!(x->name = parser_name(p, "event", &x->name_at)) || !parse_dotted(p, x))
        return NULL;
    x->acts = parser_at(p, "{");
    if (x->acts && !parse_block(p, &x->block))
        return NULL;
    x->end = parser_end(p);
    return arrow(p) ? with_part(p, x, parse_prefixed(p)) : NULL;
}

static bool parse_received(parser *p, process *x)
{
    uint32_t which = x->value_count;
    bool binds = p->t->kind == TOKEN_NAME && !token_is(p->s, &p->t[1], "[");
    if (!binds) {
        expr *value = parse_event_value(p);
        return value && add_value(p, x, value);
    }
    expr *value = expr_make(p, EXPR_NAME, p->t->at);
    if (!(value->name = parser_name(p, "variable", &x->bind_at[which])))
        return false;
    x->binds[which] = value->name;
    return expr_finish(p, value) && add_value(p, x, value);
}

// c!x.y -> P, c?x.y -> P
static process *parse_message_event(parser *p)
{
    process *x = process_make(p, PROCESS_SEND, p->t->at);
    if (!(x->name = parser_name(p, "channel", &x->name_at)))
        return NULL;
    x->kind = parser_at(p, "?") ? PROCESS_RECEIVE : PROCESS_SEND;
    x->binds = model_allocate(p->m, PROCESS_MAX_VALUES * sizeof *x->binds);
    x->bind_at = model_allocate(p->m, PROCESS_MAX_VALUES * sizeof *x->bind_at);
    x->bound = model_allocate(p->m, PROCESS_MAX_VALUES * sizeof *x->bound);
    parser_role(p, ROLE_GLUE | ROLE_UNARY);
    p->t++;
    do {
        expr *value = NULL;
        bool ok = x->kind == PROCESS_RECEIVE
                      ? parse_received(p, x)
                      : (value = parse_event_value(p)) && add_value(p, x, value);
        if (!ok)
            return NULL;
    } while (parser_take(p, "."));
    x->end = parser_end(p);
    return arrow(p) ? with_part(p, x, parse_prefixed(p)) : NULL;
}

static process *parse_named(parser *p)
{
    const token *next = &p->t[1];
    bool stop = parser_at(p, "Stop"), skip = parser_at(p, "Skip");
    if ((stop || skip) && !token_is(p->s, next, "->") && !token_is(p->s, next, ".")) {
        process *x = process_make(p, stop ? PROCESS_STOP : PROCESS_SKIP, p->t->at);
        p->t++;
        if (parser_at(p, "(") && token_is(p->s, &p->t[1], ")"))
            p->t += 2;
        return process_finish(p, x);
    }
    if (token_is(p->s, next, "!") || token_is(p->s, next, "?"))
        return parse_message_event(p);
    if (token_is(p->s, next, "->") || token_is(p->s, next, ".") || token_is(p->s, next, "{"))
        return parse_event(p);
    return parse_call(p);
}

static process *parse_plain(parser *p)
{
    if (indexed_ahead(p))
        return parse_indexed_process(p);
    if (parser_at(p, "["))
        return parse_guard(p);
    if (parser_at(p, "if"))
        return parse_if(p);
    if (p->t->kind == TOKEN_NAME)
        return parse_named(p);
    uint32_t at = p->t->at;
    if (parser_take(p, "atomic"))
        return process_of(p, PROCESS_ATOMIC, at, parse_braced(p), NULL);
    if (parser_take(p, "(")) {
        process *x = parse_process(p);
        return x && parser_expect(p, ")", "after the process") ? x : NULL;
    }
    source_error(p->s, p->e, at,
                 "for example: Skip, a -> Skip, c!1 -> P(), [x > 0] P(), if (x > 0) { P() }",
                 "a process is expected here");
    return NULL;
}

process *parse_prefixed(parser *p)
{
    if (!parser_enter(p))
        return NULL;
    process *x = parse_plain(p);
    bool closed =
        p->t > p->tokens && (token_is(p->s, &p->t[-1], ")") || p->t[-1].kind == TOKEN_NAME);
    while (x && closed && parser_at(p, "[") && token_is(p->s, &p->t[1], "[") &&
           p->t[1].at == p->t->end)
        x = parse_renaming(p, x);
    parser_leave(p);
    return x;
}
