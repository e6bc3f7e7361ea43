// SPDX-License-Identifier: MIT
// automaton NAME { variables; init { … } invariant NAME { … } action a(int x) when … do …; }

#include "model/syntax/unit_syntax.h"

#include <string.h>

static bool no_part(parser *p)
{
    bool like_method = p->t->kind == TOKEN_NAME && token_is(p->s, &p->t[1], "(");
    return source_error(p->s, p->e, p->t->at,
                        like_method ? "write action before it: action inc() when x < 3 do x += 1;"
                                    : "for example: action inc() when x < 3 do x += 1;",
                        "an automaton has variables, init, invariants and actions");
}

// The guard is the first statement of the action, which waits for it.
void action_guard(parser *p, method *f, expr *guard)
{
    block whole = {.count = f->body.count + 1};
    whole.items = model_allocate(p->m, whole.count * sizeof(stmt *));
    stmt *wait = whole.items[0] = model_allocate(p->m, sizeof *wait);
    *wait = (stmt){.kind = STMT_AWAIT, .guard = true, .at = guard->at, .end = guard->end};
    wait->a = guard;
    memcpy(whole.items + 1, f->body.items, f->body.count * sizeof(stmt *));
    f->body = whole;
}

// The brackets stand there also when there is nothing between them.
static bool no_brackets(parser *p)
{
    return source_error(p->s, p->e, p->t[2].at,
                        "write () also where there are no parameters: "
                        "action inc() when x < 3 do x += 1;",
                        "the brackets of action %.*s are missing", (int)(p->t[1].end - p->t[1].at),
                        p->s->bytes + p->t[1].at);
}

// What belongs to threads, and to proofs about them, is not in an automaton.
static bool no_such_variable(parser *p)
{
    if (parser_at(p, "shared"))
        return source_error(p->s, p->e, p->t->at, "leave out: shared",
                            "the variables of an automaton are its own");
    if (parser_at(p, "ghost"))
        return source_error(p->s, p->e, p->t->at, "leave out: ghost",
                            "an automaton has no ghost variables: invariants see all of its state");
    return source_error(p->s, p->e, p->t->at,
                        "write an array with an item for each of them, for example: int[3] x;",
                        "an automaton has no threads that could have variables of their own");
}

static bool parse_head(parser *p, method *f)
{
    if (!(f->name = parser_name(p, "action", &f->at)) || !parse_parameters(p, f, MODEL_MAX_ARGS))
        return false;
    f->param_count = f->local_count;
    f->result.kind = TYPE_UNIT;
    f->end = parser_end(p);
    if (p->t->kind == TOKEN_MARK)
        return source_error(p->s, p->e, p->t->at - 1, "marks are for methods of objects",
                            "an action has no marks");
    return !parser_at(p, "->") ||
           source_error(p->s, p->e, p->t->at, "write it to a variable", "an action has no result");
}

// Is what cannot be parsed, from the guard on, an assignment in it? Then that is the error.
static bool guard_changes(parser *p, const token *t)
{
    for (; t->kind != TOKEN_END && !token_is(p->s, t, "do") && !token_is(p->s, t, "{") &&
           !token_is(p->s, t, ";");
         t++) {
        bool twice = t[1].at == t->end && ((token_is(p->s, t, "+") && token_is(p->s, &t[1], "+")) ||
                                           (token_is(p->s, t, "-") && token_is(p->s, &t[1], "-")));
        bool assigns = token_is(p->s, t, "=") || token_is(p->s, t, "+=") || token_is(p->s, t, "-=");
        if (twice || assigns) {
            source_error(p->s, p->e, t->at,
                         assigns ? "write == to compare; what changes stands after do"
                                 : "what changes stands after do: n += 1",
                         "a guard changes nothing");
            return true;
        }
    }
    return false;
}

static bool parse_action(parser *p, unit *u)
{
    expr *guard = NULL;
    if (u->method_count == MODEL_MAX_ACTIONS)
        return source_error(p->s, p->e, p->t->at, "one action with a parameter stands for several",
                            "there are more than %d actions", MODEL_MAX_ACTIONS);
    p->t++;
    method *f = u->methods[u->method_count++] = model_allocate(p->m, sizeof *f);
    if (!parse_head(p, f))
        return false;
    const token *from = p->t;
    if (parser_take_word(p, "when") && !(guard = parse_expr(p))) {
        guard_changes(p, from);
        return false;
    }
    if (guard && !parser_at(p, "do") && guard_changes(p, from))
        return false;
    if (!parser_at(p, "do"))
        return source_error(p->s, p->e, p->t->at, "for example: action inc() when x < 3 do x += 1;",
                            guard ? "do is expected here, after the guard"
                                  : "when and a guard, or do, is expected here");
    p->t++;
    if (!parse_body(p, &f->body))
        return false;
    if (guard)
        action_guard(p, f, guard);
    return true;
}

static bool parse_part(parser *p, unit *u)
{
    bool named = p->t[1].kind == TOKEN_NAME, declares = named || p->t[1].kind == TOKEN_WORD;
    parser_role(p, ROLE_START);
    if (parser_at(p, "action") && declares && token_is(p->s, &p->t[2], "("))
        return parse_action(p, u);
    if ((parser_at(p, "invariant") && named && token_is(p->s, &p->t[2], "{")) ||
        (parser_at(p, "quiescent") && token_is(p->s, &p->t[1], "invariant")))
        return parse_invariant(p);
    if (parser_at(p, "init") && token_is(p->s, &p->t[1], "{"))
        return parse_init(p);
    if (parser_at(p, "let") && named &&
        (token_is(p->s, &p->t[2], "=") || token_is(p->s, &p->t[2], "("))) {
        parser_role(p, ROLE_WORD);
        return parse_let(p);
    }
    if (declares && (parser_at(p, "shared") || parser_at(p, "ghost") || parser_at(p, "thread")))
        return no_such_variable(p);
    if (parser_at(p, "action") && named &&
        (token_is(p->s, &p->t[2], "when") || token_is(p->s, &p->t[2], "do") ||
         token_is(p->s, &p->t[2], "{")))
        return no_brackets(p);
    if (!type_ahead(p))
        return no_part(p);
    return parse_global(p, "state variable");
}

static unit *parse(parser *p)
{
    unit *u = model_allocate(p->m, sizeof *u);
    u->is_automaton = true;
    if (!(u->name = parser_name(p, "automaton", &u->at)) || !parser_open(p, "before the variables"))
        return NULL;
    u->shared_from = p->m->shared_count;
    p->finite = true;
    while (!parser_close(p)) {
        if (p->t->kind == TOKEN_END) {
            source_error(p->s, p->e, p->t->at, NULL, "the file ends inside %s: } is missing",
                         u->name);
            return NULL;
        }
        if (!parse_part(p, u))
            return NULL;
    }
    p->finite = false;
    u->shared_to = p->m->shared_count;
    return u;
}

const unit_syntax unit_automaton = {.word = "automaton", .parse = parse};
