// SPDX-License-Identifier: MIT
// Formulas of linear temporal logic: [] (push.call(t) -> <> push.return(t)). Operators bind as
// ltl_parse.h says; what they are about are steps, and conditions as elsewhere in the language, each
// of which is one atom from its first comparison to its last.

#include "model/syntax/parse_process.h"

#include <string.h>

static temporal_formula *parse_level(parser *p, uint32_t level);

// NULL: it is nested too deeply. Chains nest without recursion here, but later passes recurse.
static temporal_formula *made(parser *p, ltl_kind kind, uint32_t at, temporal_formula *left,
                              temporal_formula *right)
{
    temporal_formula *f = model_allocate(p->m, sizeof *f);
    *f = (temporal_formula){.kind = kind, .at = at, .left = left, .right = right};
    uint32_t a = left ? left->depth + 1 : 0, b = right ? right->depth + 1 : 0;
    f->depth = a > b ? a : b;
    if (f->depth < MODEL_MAX_DEPTH)
        return f;
    source_error(p->s, p->e, at, "write several verify blocks",
                 "this formula is nested deeper than %d levels", MODEL_MAX_DEPTH);
    return NULL;
}

static bool is_condition(const temporal_formula *f)
{
    return f->kind == LTL_ATOM && !f->event;
}

// Conditions that are joined without anything temporal are one, so that what decides is evaluated first, as in
// every expression: c.empty() || c.front() == 1. The last conditions that were read are its parts.
static temporal_formula *joined_condition(parser *p, ltl_kind kind, uint32_t at,
                                          temporal_formula *left, const temporal_formula *right)
{
    invariant *c = &p->m->reachables[p->conditions + left->condition];
    expr *first = c->condition, *x;
    if (kind == LTL_NOT || kind == LTL_IMPLIES) {
        x = expr_make(p, EXPR_NOT, at);
        x->a = first;
        if (!(first = expr_finish(p, x)))
            return NULL;
    }
    if (right) {
        x = expr_make(p, EXPR_BINARY, at);
        x->op = kind == LTL_AND ? OP_AND : kind == LTL_IFF ? OP_EQ : OP_OR;
        x->a = first;
        x->b = p->m->reachables[--p->m->reachable_count].condition;
        if (!(first = expr_finish(p, x)))
            return NULL;
    }
    c->condition = first;
    c->at = left->at = at;
    c->end = parser_end(p);
    return left;
}

static bool joins(ltl_kind kind)
{
    return kind == LTL_AND || kind == LTL_OR || kind == LTL_IMPLIES || kind == LTL_IFF;
}

// Two signs without anything between them, of which no token is made: [] <> <->
static bool glued(const parser *p, const token *t, const char *first, const char *second)
{
    return token_is(p->s, t, first) && token_is(p->s, &t[1], second) && t[1].at == t->end;
}

static bool take_glued(parser *p, const char *first, const char *second, token_role role)
{
    if (!glued(p, p->t, first, second))
        return false;
    parser_role(p, role);
    p->t++;
    parser_role(p, ROLE_GLUE | (role & ROLE_TEMPORAL));
    p->t++;
    return true;
}

// A letter that is an operator: a variable of the same name cannot be in a formula.
static bool take_letter(parser *p, const char *letter)
{
    if (p->t->kind != TOKEN_NAME || !parser_at(p, letter))
        return false;
    parser_role(p, ROLE_WORD);
    p->t++;
    return true;
}

static bool unary_ahead(parser *p, ltl_kind *kind)
{
    if (parser_at(p, "!")) {
        parser_role(p, ROLE_UNARY);
        p->t++;
        *kind = LTL_NOT;
        return true;
    }
    *kind = take_glued(p, "[", "]", ROLE_TEMPORAL) || take_letter(p, "G")   ? LTL_ALWAYS
            : take_glued(p, "<", ">", ROLE_TEMPORAL) || take_letter(p, "F") ? LTL_EVENTUALLY
            : take_letter(p, "X")                                           ? LTL_NEXT
                                                                            : LTL_ATOM;
    return *kind != LTL_ATOM;
}

static bool binary_ahead(parser *p, uint32_t level, ltl_kind *kind)
{
    static const struct {
        const char *sign;
        uint32_t level;
        ltl_kind kind;
    } signs[] = {{"->", 2, LTL_IMPLIES}, {"||", 3, LTL_OR}, {"&&", 4, LTL_AND}},
      letters[] = {
          {"U", 5, LTL_UNTIL}, {"W", 5, LTL_WEAK}, {"R", 5, LTL_RELEASE}, {"M", 5, LTL_STRONG}};
    *kind = LTL_IFF;
    if (level == 1)
        return take_glued(p, "<", "->", 0);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *kind = signs[i].kind;
        if (signs[i].level == level && parser_take(p, signs[i].sign))
            return true;
    }
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        *kind = letters[i].kind;
        if (letters[i].level == level && take_letter(p, letters[i].sign))
            return true;
    }
    return false;
}

static const unit *unit_called(const parser *p, const token *name)
{
    for (uint32_t i = 0; i < p->m->unit_count; i++)
        if (!p->m->units[i]->is_spec && token_is(p->s, name, p->m->units[i]->name))
            return p->m->units[i];
    return NULL;
}

static bool has_method(const parser *p, const unit *u, const token *name)
{
    for (uint32_t i = 0; u && i < u->method_count; i++)
        if (token_is(p->s, name, u->methods[i]->name))
            return true;
    return false;
}

// Does an automaton of the file have this action? Then the name is no variable's.
static bool is_action(const parser *p, const token *name)
{
    for (uint32_t i = 0; i < p->m->unit_count; i++)
        if (p->m->units[i]->is_automaton && has_method(p, p->m->units[i], name))
            return true;
    return false;
}

// The token after the brackets that begin here, if these are balanced; `t` where none does.
static const token *after_brackets(const parser *p, const token *t, const char *open,
                                   const char *close)
{
    uint32_t depth = 0;
    if (!token_is(p->s, t, open))
        return t;
    for (; t->kind != TOKEN_END; t++) {
        depth += token_is(p->s, t, open);
        depth -= token_is(p->s, t, close);
        if (!depth)
            return t + 1;
    }
    return t;
}

// client[x].retry
static bool of_component(const parser *p)
{
    const unit *u = p->t->kind == TOKEN_NAME ? unit_called(p, p->t) : NULL;
    const token *dot = u && u->is_automaton ? after_brackets(p, p->t + 1, "[", "]") : NULL;
    return dot && token_is(p->s, dot, ".") && has_method(p, u, dot + 1);
}

static bool of_operation(const parser *p)
{
    return p->t->kind == TOKEN_NAME && token_is(p->s, &p->t[1], ".") &&
           (token_is(p->s, &p->t[2], "call") || token_is(p->s, &p->t[2], "return"));
}

// Up to `close`: values, names, or _.
static bool parse_arguments(parser *p, event_pattern *v, const char *close)
{
    while (!parser_at(p, close)) {
        if (v->arg_count == sizeof v->args / sizeof *v->args)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %zu arguments",
                                sizeof v->args / sizeof *v->args);
        event_argument *a = &v->args[v->arg_count++];
        if (!(a->written = parse_expr(p)))
            return false;
        if (!parser_at(p, close) && !parser_expect(p, ",", "between two arguments"))
            return false;
    }
    p->t++;
    return true;
}

static const char *joined(parser *p, const char *part, const char *name)
{
    size_t a = strlen(part), b = strlen(name);
    char *out = model_allocate(p->m, a + b + 2);
    memcpy(out, part, a);
    out[a] = '.';
    memcpy(out + a + 1, name, b + 1);
    return out;
}

static temporal_formula *parse_event(parser *p)
{
    event_pattern *v = model_allocate(p->m, sizeof *v);
    temporal_formula *f = made(p, LTL_ATOM, p->t->at, NULL, NULL);
    *v = (event_pattern){.kind = EVENT_ACTION, .at = p->t->at, .bare = true};
    f->event = v;
    bool component = of_component(p), operation = !component && of_operation(p);
    if (!(v->name = parser_name(p, "action", NULL)))
        return NULL;
    if (component) {
        v->bare = !parser_take(p, "[");
        if (!v->bare && !parse_arguments(p, v, "]"))
            return NULL;
        p->t++;
        const char *name = parser_name(p, "action", NULL);
        if (!name)
            return NULL;
        v->name = joined(p, v->name, name);
    }
    if (operation) {
        v->kind = token_is(p->s, &p->t[1], "call") ? EVENT_CALL : EVENT_RETURN;
        p->t += 2;
    }
    if (parser_at(p, "(")) {
        parser_role(p, ROLE_GLUE);
        p->t++;
        v->bare = false;
        if (!parse_arguments(p, v, ")"))
            return NULL;
    }
    v->end = parser_end(p);
    return f;
}

// Of a formula about a process.
static temporal_formula *parse_label_atom(parser *p)
{
    temporal_formula *f = made(p, LTL_ATOM, p->t->at, NULL, NULL);
    return (f->event = parse_label(p)) ? f : NULL;
}

// Does a condition go on with what stands here: (a + b) == c?
static bool goes_on(const parser *p, const token *t, bool compares)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">",  "in", "+", "-", "*",
                                        "/",  "%",  "&",  "|",  "^", "<<", "?",  ".", "["};
    enum { COMPARES = 7, SIGNS = sizeof signs / sizeof *signs };
    if (glued(p, t, "<", ">") || glued(p, t, "<", "->"))
        return false;
    for (size_t i = 0; i < (compares ? COMPARES : SIGNS); i++)
        if (token_is(p->s, t, signs[i]))
            return true;
    return false;
}

// One atom: a condition of the state.
static temporal_formula *parse_condition(parser *p, bool negated)
{
    temporal_formula *f = made(p, LTL_ATOM, p->t->at, NULL, NULL);
    invariant c = {.at = p->t->at, .atom = true};
    f->condition = p->m->reachable_count - p->conditions;
    if (!(c.condition = negated ? parse_postfix(p) : parse_operand(p)))
        return NULL;
    if (negated && goes_on(p, p->t, true)) {
        source_error(p->s, p->e, p->t->at, "write !(a == b), or (!a) == b",
                     "what is negated, the comparison or its left side?");
        return NULL;
    }
    c.end = parser_end(p);
    return parser_condition(p, c) ? f : NULL;
}

static temporal_formula *parse_brackets(parser *p, bool negated)
{
    if (goes_on(p, after_brackets(p, p->t, "(", ")"), false))
        return parse_condition(p, negated);
    p->t++;
    temporal_formula *f = parse_level(p, 1);
    return f && parser_expect(p, ")", "after the formula") ? f : NULL;
}

static temporal_formula *parse_unary(parser *p, bool negated)
{
    uint32_t at = p->t->at;
    ltl_kind kind;
    if (unary_ahead(p, &kind)) {
        if (!parser_enter(p))
            return NULL;
        temporal_formula *of = parse_unary(p, kind == LTL_NOT);
        parser_leave(p);
        if (of && kind == LTL_NOT && is_condition(of))
            return joined_condition(p, kind, at, of, NULL);
        return of ? made(p, kind, at, of, NULL) : NULL;
    }
    if (parser_at(p, "("))
        return parse_brackets(p, negated);
    if ((parser_at(p, "true") || parser_at(p, "false")) && p->t->kind == TOKEN_WORD) {
        kind = parser_at(p, "true") ? LTL_TRUE : LTL_FALSE;
        p->t++;
        return made(p, kind, at, NULL, NULL);
    }
    bool event =
        p->t->kind == TOKEN_NAME && (of_component(p) || of_operation(p) || is_action(p, p->t));
    if (p->t->kind == TOKEN_NAME && p->of_process && label_ahead(p))
        return parse_label_atom(p);
    return event ? parse_event(p) : parse_condition(p, negated);
}

// From 1, which binds least, to 5; then what is unary. && and || are chains to the left, others to the
// right.
static temporal_formula *parse_level(parser *p, uint32_t level)
{
    enum { OR_LEVEL = 3, AND_LEVEL = 4, LEVELS = 5 };
    if (level > LEVELS)
        return parse_unary(p, false);
    if (!parser_enter(p))
        return NULL;
    bool chain = level == OR_LEVEL || level == AND_LEVEL;
    uint32_t at = p->t->at;
    ltl_kind kind;
    temporal_formula *f = parse_level(p, level + 1);
    while (f && binary_ahead(p, level, &kind)) {
        temporal_formula *right = parse_level(p, chain ? level + 1 : level);
        if (right && joins(kind) && is_condition(f) && is_condition(right))
            f = joined_condition(p, kind, at, f, right);
        else
            f = right ? made(p, kind, at, f, right) : NULL;
    }
    parser_leave(p);
    return f;
}

// The settings stand where the formula should: what begins with a set goes on with a sign, or with `in`.
static bool formula_missing(const parser *p)
{
    const token *after = after_brackets(p, p->t, "{", "}");
    return after != p->t && (after->kind == TOKEN_END || after->kind == TOKEN_NAME ||
                             (after->kind == TOKEN_WORD && !token_is(p->s, after, "in")));
}

bool parse_temporal(parser *p, temporal_claim *c)
{
    if (formula_missing(p))
        return source_error(p->s, p->e, p->t->at, "for example: verify o |= [] (x == 0) { }",
                            "a formula is missing here, between |= and the settings");
    c->at = p->t->at;
    p->conditions = p->m->reachable_count;
    p->temporal = true;
    c->what = parse_level(p, 1);
    p->temporal = false;
    c->end = parser_end(p);
    return c->what != NULL;
}
