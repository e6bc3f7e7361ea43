// SPDX-License-Identifier: MIT
// What has a name and is what its value is: derived variables of automata, constants of the file;
// and what is claimed of constants that are quorum systems.

#include "model/syntax/parser.h"

#include "base/memory.h"

#include <stdio.h>

static method *add_function(parser *p, uint32_t at)
{
    model *m = p->m;
    if (m->function_count == MODEL_MAX_FUNCTIONS) {
        source_error(p->s, p->e, at, NULL, "there are more than %d functions", MODEL_MAX_FUNCTIONS);
        return NULL;
    }
    if (!m->functions)
        m->functions = memory_new(MODEL_MAX_FUNCTIONS, sizeof(method *));
    return m->functions[m->function_count++] = model_allocate(m, sizeof(method));
}

static method *parse_named(parser *p, const char *role)
{
    method *f = add_function(p, p->t->at);
    expr *value;
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!f || !(f->name = parser_name(p, role, &f->at)))
        return NULL;
    if (parser_at(p, "(") && !parse_parameters(p, f, MODEL_MAX_ARGS))
        return NULL;
    f->param_count = f->local_count;
    f->end = parser_end(p);
    if (!parser_expect(p, "=", "before what it is") || !(value = parse_expr(p)) ||
        !parser_expect(p, ";", "after the expression"))
        return NULL;
    function_body(p->m, f, value);
    return f;
}

// let dag = closure(edges); let before(op x, op y) = (x, y) in dag;
bool parse_let(parser *p)
{
    method *f = parse_named(p, "derived variable");
    if (f)
        f->is_let = true;
    return f != NULL;
}

bool parse_constant(parser *p)
{
    p->finite = true;
    method *f = parse_named(p, "constant");
    p->finite = false;
    if (f)
        f->is_constant = true;
    return f != NULL;
}

bool quorums_ahead(const parser *p)
{
    return parser_at(p, "quorums") && (p->t[1].kind == TOKEN_NAME || token_is(p->s, &p->t[1], "{"));
}

// One side: a constant without a name of its own.
static const method *parse_side(parser *p)
{
    uint32_t at = p->t->at;
    method *f = add_function(p, at);
    if (!f)
        return NULL;
    expr *value = parse_operand(p);
    char *name = model_allocate(p->m, 32);
    snprintf(name, 32, "quorums__%u", p->m->function_count); // no name has two underscores
    *f = (method){.name = name, .at = at, .end = parser_end(p), .is_constant = true};
    if (!value)
        return NULL;
    p->m->used[at] = true;
    function_body(p->m, f, value);
    return f;
}

// quorums reads, writes intersect in 3;
bool parse_quorums(parser *p)
{
    model *m = p->m;
    quorum_claim c = {.at = p->t->at, .common = 1};
    parser_role(p, ROLE_WORD);
    p->t++;
    p->finite = true;
    c.of[0] = c.of[1] = parse_side(p);
    if (c.of[0] && parser_take(p, ","))
        c.of[1] = parse_side(p);
    p->finite = false;
    if (!c.of[0] || !c.of[1])
        return false;
    if (!parser_take_word(p, "intersect"))
        return source_error(p->s, p->e, p->t->at, "for example: quorums reads, writes intersect;",
                            "what is claimed of them? The word intersect is expected here");
    if (parser_take_word(p, "in") &&
        !parse_bound(p, "the number of common items", 1, MODEL_MAX_NAMES, &c.common))
        return false;
    MEMORY_GROW(m->quorum_claims, m->quorum_claim_capacity, m->quorum_claim_count + 1);
    m->quorum_claims[m->quorum_claim_count++] = c;
    return parser_expect(p, ";", "after the claim");
}
