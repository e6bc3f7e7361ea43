// SPDX-License-Identifier: MIT
// simulation NAME from IMPLEMENTATION to SPECIFICATION {
//     let …; relation NAME { … }
//     step client[x].order(q) matches { each writer y in before(x) : add_edge(y, x); order(x); }
// }

#include "model/syntax/unit_syntax.h"

#include <string.h>

static bool is_known(const step_match *s, const char *name)
{
    bool known = false;
    for (uint32_t i = 0; i < s->outer_count; i++)
        known |= strcmp(s->outer[i], name) == 0;
    for (uint32_t i = 0; i < s->arg_count; i++)
        known |= strcmp(s->args[i], name) == 0;
    return known;
}

static bool parse_names(parser *p, const char *close, step_match *s, const char **names,
                        uint32_t *count)
{
    while (!parser_at(p, close)) {
        if (*count && !parser_expect(p, ",", "between two parameters"))
            return false;
        if (*count == MODEL_MAX_ARGS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parameters",
                                MODEL_MAX_ARGS);
        if (type_ahead(p))
            return source_error(p->s, p->e, p->t->at, "leave out the type: the action has it",
                                "a name for the parameter is expected here");
        uint32_t at = p->t->at;
        const char *name = parser_name(p, "parameter", NULL);
        if (!name)
            return false;
        if (is_known(s, name))
            return source_error(p->s, p->e, at, "choose another name",
                                "%s is another parameter already", name);
        names[(*count)++] = name;
    }
    p->t++;
    return true;
}

// client[x].order(q), or request(x).
static bool parse_head(parser *p, step_match *s)
{
    s->at = p->t->at;
    if (!(s->action = parser_name(p, "action", &s->action_at)))
        return false;
    if (parser_at(p, "[") || parser_at(p, ".")) {
        s->part = s->action;
        if (parser_take(p, "[") && !parse_names(p, "]", s, s->outer, &s->outer_count))
            return false;
        if (!parser_expect(p, ".", "between the automaton and its action") ||
            !(s->action = parser_name(p, "action", &s->action_at)))
            return false;
    }
    return parser_expect(p, "(", "before the parameters") &&
           parse_names(p, ")", s, s->args, &s->arg_count);
}

static bool parse_step(parser *p, simulation *s)
{
    if (!s->matches)
        s->matches = model_allocate(p->m, MODEL_MAX_MATCHES * sizeof *s->matches);
    if (s->match_count == MODEL_MAX_MATCHES)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d steps",
                            MODEL_MAX_MATCHES);
    step_match *one = &s->matches[s->match_count++];
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!parse_head(p, one))
        return false;
    if (!parser_take_word(p, "matches"))
        return source_error(p->s, p->e, p->t->at, "for example: step order(x) matches order(x);",
                            "matches is expected here, after the action");
    p->matching = true;
    bool ok = parse_body(p, &one->body);
    p->matching = false;
    return ok;
}

static bool parse_part(parser *p, simulation *s)
{
    bool named = p->t[1].kind == TOKEN_NAME;
    parser_role(p, ROLE_START);
    if (step_claim_ahead(p))
        return parse_step_claim(p);
    if (parser_at(p, "step") && named)
        return parse_step(p, s);
    if (parser_at(p, "let") && named)
        return parse_let(p);
    if (parser_at(p, "relation") && named)
        return parse_invariant(p);
    return source_error(p->s, p->e, p->t->at,
                        "for example: relation same { a.n == b.n } or step tick() matches tick();",
                        "a simulation has derived variables, relations and steps");
}

static unit *parse(parser *p)
{
    unit *u = model_allocate(p->m, sizeof *u);
    simulation *s = u->simulates = model_allocate(p->m, sizeof *s);
    u->is_automaton = true;
    if (!(u->name = parser_name(p, "simulation", &u->at)))
        return NULL;
    parser_role(p, ROLE_WORD);
    if (!parser_expect(p, "from", "before the implementation") ||
        !(s->from = parser_name(p, "automaton or system", &s->from_at)))
        return NULL;
    parser_role(p, ROLE_WORD);
    if (!parser_expect(p, "to", "before the specification") ||
        !(s->to = parser_name(p, "automaton or system", &s->to_at)) ||
        !parser_open(p, "before the relation"))
        return NULL;
    p->finite = true;
    unit_begin(p, u);
    while (!parser_close(p))
        if (!parse_part(p, s))
            return NULL;
    unit_end(p, u);
    s->end = parser_end(p);
    p->finite = false;
    return u;
}

const unit_syntax unit_simulation = {.word = "simulation", .parse = parse};
