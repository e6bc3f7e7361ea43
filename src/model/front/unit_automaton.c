// SPDX-License-Identifier: MIT
// automaton NAME(op x) { variables; init { … } invariant NAME { … } output a(x, int y) when … do … }

#include "model/syntax/finite_type.h"
#include "model/syntax/unit_syntax.h"

#include <stdio.h>
#include <string.h>

void unit_begin(parser *p, unit *u)
{
    const model *m = p->m;
    u->shared_from = m->shared_count;
    u->function_from = m->function_count;
    u->invariant_from = m->invariant_count;
    u->claim_from = m->step_claim_count;
}

void unit_end(parser *p, unit *u)
{
    model *m = p->m;
    u->shared_to = m->shared_count;
    u->function_to = m->function_count;
    u->invariant_to = m->invariant_count;
    u->claim_to = m->step_claim_count;
    if (!m->has_init)
        return;
    u->init = model_allocate(m, sizeof *u->init);
    *u->init = m->init;
    m->init = (method){0};
    m->has_init = false;
}

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

// from replica[p]: p is a parameter, of the type that the sender's has.
static bool parse_sender(parser *p, method *f)
{
    parser_role(p, ROLE_WORD);
    if (!parser_expect(p, "from", "after the message") ||
        !(f->sender = parser_name(p, "automaton", &f->sender_at)))
        return false;
    if (!parser_take(p, "["))
        return true;
    do {
        if (f->sender_count == MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parameters",
                                MODEL_MAX_ARGS);
        if (!(f->sender_names[f->sender_count++] = parser_name(p, "parameter", NULL)))
            return false;
    } while (parser_take(p, ","));
    return parser_expect(p, "]", "after the parameters");
}

// input receive store(tag t, op v) from client[x] do …
static bool parse_receive(parser *p, method *f)
{
    f->at = p->t->at;
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!(f->message = parser_name(p, "message", &f->message_at)))
        return false;
    size_t size = strlen(f->message) + sizeof "receive ";
    char *name = model_allocate(p->m, size);
    snprintf(name, size, "receive %s", f->message); // no action is called so: there is a space
    f->name = name;
    if (parser_at(p, "(") && !parse_parameters(p, f, MODEL_MAX_ARGS))
        return false;
    f->param_count = f->local_count;
    f->result.kind = TYPE_UNIT;
    bool ok = parse_sender(p, f);
    f->end = parser_end(p);
    return ok;
}

static bool parse_head(parser *p, method *f)
{
    if (f->role == ACTION_INPUT && parser_at(p, "receive") && p->t[1].kind == TOKEN_NAME)
        return parse_receive(p, f);
    if (!parse_action_head(p, f))
        return false;
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

static const char *const roles[] = {[ACTION_FREE] = "action",
                                    [ACTION_INPUT] = "input",
                                    [ACTION_OUTPUT] = "output",
                                    [ACTION_INTERNAL] = "internal"};
enum { ROLES = sizeof roles / sizeof *roles };

// Which kind of action begins here; ROLES: none.
static action_role role_ahead(const parser *p)
{
    uint32_t i = 0;
    while (i < ROLES && !parser_at(p, roles[i]))
        i++;
    return (action_role)i;
}

// An action may be described several times: the C of each has a name of its own.
static void number_description(parser *p, const unit *u, method *f)
{
    bool again = false;
    for (uint32_t i = 0; i + 1 < u->method_count; i++)
        again |= strcmp(u->methods[i]->name, f->name) == 0;
    if (!again)
        return;
    size_t size = strlen(f->name) + 16;
    char *symbol = model_allocate(p->m, size);
    snprintf(symbol, size, "%s__%u", f->name, u->method_count);
    f->symbol = symbol;
}

static bool parse_action(parser *p, unit *u)
{
    expr *guard = NULL;
    if (u->method_count == MODEL_MAX_ACTIONS)
        return source_error(p->s, p->e, p->t->at, "one action with a parameter stands for several",
                            "there are more than %d actions", MODEL_MAX_ACTIONS);
    method *f = u->methods[u->method_count++] = model_allocate(p->m, sizeof *f);
    f->role = role_ahead(p);
    p->t++;
    if (!parse_head(p, f))
        return false;
    const token *from = p->t;
    if (f->role == ACTION_INPUT && parser_at(p, "when"))
        return source_error(p->s, p->e, p->t->at,
                            "what it does may depend on the state: do { if (…) … }",
                            "an input action is always enabled: it has no guard");
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
    number_description(p, u, f);
    return true;
}

// clock now; unless the file has a type of this name.
static bool clock_ahead(const parser *p)
{
    const model *m = p->m;
    bool ahead = parser_at(p, "clock") && p->t[1].kind == TOKEN_NAME &&
                 (token_is(p->s, &p->t[2], ";") || token_is(p->s, &p->t[2], "="));
    for (uint32_t i = 0; ahead && i < m->enum_count; i++)
        ahead = strcmp(m->enums[i]->name, "clock") != 0;
    for (uint32_t i = 0; ahead && i < m->alias_count; i++)
        ahead = strcmp(m->aliases[i].name, "clock") != 0;
    return ahead;
}

// What it shows at most is for the system to say.
static bool parse_clock(parser *p, const unit *u)
{
    model *m = p->m;
    uint32_t at = p->t->at;
    parser_role(p, ROLE_WORD);
    p->t++;
    for (uint32_t i = u->shared_from; i < m->shared_count; i++)
        if (m->shared[i].clock)
            return source_error(p->s, p->e, at, "keep readings in variables: int 0..6 before;",
                                "automaton %s has a clock already", u->name);
    if (m->shared_count == MODEL_MAX_SHARED)
        return source_error(p->s, p->e, at, NULL, "there are more than %d state variables",
                            MODEL_MAX_SHARED);
    variable *v = &m->shared[m->shared_count++];
    *v = (variable){.clock = true, .type = {.kind = TYPE_INT, .ranged = true, .at = at}};
    if (!(v->name = parser_name(p, "clock", &v->at)))
        return false;
    return !parser_at(p, "=") ? parser_expect(p, ";", "after the clock")
                              : source_error(p->s, p->e, p->t->at, "leave out the value",
                                             "a clock begins with 0, and only time changes it");
}

static bool parse_part(parser *p, unit *u)
{
    bool named = p->t[1].kind == TOKEN_NAME, declares = named || p->t[1].kind == TOKEN_WORD;
    parser_role(p, ROLE_START);
    bool acts = role_ahead(p) < (action_role)ROLES;
    bool receives = parser_at(p, "input") && token_is(p->s, &p->t[1], "receive");
    if (acts && declares &&
        (token_is(p->s, &p->t[2], "(") || (receives && p->t[2].kind == TOKEN_NAME)))
        return parse_action(p, u);
    if ((parser_at(p, "invariant") && named && token_is(p->s, &p->t[2], "{")) ||
        (parser_at(p, "quiescent") && token_is(p->s, &p->t[1], "invariant")))
        return parse_invariant(p);
    if (parser_at(p, "init") && token_is(p->s, &p->t[1], "{"))
        return parse_init(p);
    if (step_claim_ahead(p))
        return parse_step_claim(p);
    if (parser_at(p, "let") && named &&
        (token_is(p->s, &p->t[2], "=") || token_is(p->s, &p->t[2], "(")))
        return parse_let(p);
    if (declares && (parser_at(p, "shared") || parser_at(p, "ghost") || parser_at(p, "thread")))
        return no_such_variable(p);
    if (acts && named &&
        (token_is(p->s, &p->t[2], "when") || token_is(p->s, &p->t[2], "do") ||
         token_is(p->s, &p->t[2], "{")))
        return no_brackets(p);
    if (clock_ahead(p))
        return parse_clock(p, u);
    if (!type_ahead(p))
        return no_part(p);
    return parse_global(p, "state variable");
}

// (op x, replica p): there is an instance for each of their values.
static bool parse_instances(parser *p, unit *u)
{
    if (!parser_take(p, "("))
        return true;
    do {
        if (u->param_count == MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parameters",
                                MODEL_MAX_ARGS);
        variable *v = &u->params[u->param_count++];
        if (!parse_variable(p, v, "parameter"))
            return false;
        if (v->length || type_width(v->type) > 1 || v->type.kind == TYPE_MASK || v->type.optional ||
            !type_card(v->type))
            return source_error(
                p->s, p->e, v->type.at, "for example: replica p, or int 0..2 i",
                "a parameter of an automaton is an enum, a bool or a range of ints");
    } while (parser_take(p, ","));
    return parser_expect(p, ")", "after the parameters");
}

static bool parse_parts(parser *p, unit *u)
{
    while (!parser_close(p)) {
        if (p->t->kind == TOKEN_END)
            return source_error(p->s, p->e, p->t->at, NULL, "the file ends inside %s: } is missing",
                                u->name);
        if (!parse_part(p, u))
            return false;
    }
    return true;
}

static unit *parse(parser *p)
{
    model *m = p->m;
    unit *u = model_allocate(m, sizeof *u);
    u->is_automaton = true;
    p->finite = true;
    if (!(u->name = parser_name(p, "automaton", &u->at)) || !parse_instances(p, u) ||
        !parser_open(p, "before the variables"))
        return NULL;
    unit_begin(p, u);
    if (!parse_parts(p, u))
        return NULL;
    unit_end(p, u);
    p->finite = false;
    return u;
}

const unit_syntax unit_automaton = {.word = "automaton", .parse = parse};
