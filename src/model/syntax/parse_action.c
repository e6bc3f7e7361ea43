// SPDX-License-Identifier: MIT
// Actions by name and arguments: where they are declared, and where a verify block says which of
// them call operations and return from them; and what is claimed of all steps.

#include "model/syntax/parser.h"

#include "base/memory.h"
#include "model/syntax/ast_walk.h"

// A parameter, op x, or a value that is fixed: x, 0, w1.
static bool parse_argument(parser *p, method *f)
{
    if (f->arg_count == MODEL_MAX_ARGS || f->local_count > MODEL_MAX_ARGS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parameters",
                            MODEL_MAX_ARGS);
    action_argument *a = &f->args[f->arg_count++];
    a->local = f->local_count;
    if (type_ahead(p))
        return parse_variables(p, f->locals, &f->local_count, "parameter");
    return (a->fixed = parse_operand(p)) != NULL;
}

bool parse_action_head(parser *p, method *f)
{
    if (!(f->name = parser_name(p, "action", &f->at)) ||
        !parser_expect(p, "(", "before the parameters"))
        return false;
    while (!parser_at(p, ")")) {
        if (f->arg_count && !parser_expect(p, ",", "between two parameters"))
            return false;
        if (!parse_argument(p, f))
            return false;
    }
    p->t++;
    f->param_count = f->local_count;
    if (f->param_count > MODEL_MAX_ARGS)
        return source_error(p->s, p->e, f->at, "a tuple counts as its parts",
                            "there are more than %d parameters", MODEL_MAX_ARGS);
    f->result.kind = TYPE_UNIT;
    f->end = parser_end(p);
    return true;
}

bool operation_label_ahead(const parser *p)
{
    return (parser_at(p, "call") || parser_at(p, "return")) && p->t[1].kind == TOKEN_NAME &&
           token_is(p->s, &p->t[2], "(");
}

static bool add_value(parser *p, operation_label *o)
{
    if (o->value_count == MODEL_MAX_ARGS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d values",
                            MODEL_MAX_ARGS);
    return (o->values[o->value_count++] = parse_operand(p)) != NULL;
}

// write(x), of the spec.
static bool parse_called(parser *p, operation_label *o)
{
    if (!(o->method = parser_name(p, "method of the spec", &o->method_at)) ||
        !parser_expect(p, "(", "before the arguments"))
        return false;
    while (!parser_at(p, ")"))
        if ((o->value_count && !parser_expect(p, ",", "between two arguments")) || !add_value(p, o))
            return false;
    p->t++;
    return true;
}

bool parse_operation_label(parser *p, instance *v)
{
    bool finite = p->finite;
    if (!v->labels)
        v->labels = model_allocate(p->m, MODEL_MAX_LABELS * sizeof *v->labels);
    if (v->label_count == MODEL_MAX_LABELS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d calls and returns",
                            MODEL_MAX_LABELS);
    operation_label *o = &v->labels[v->label_count++];
    o->returns = parser_at(p, "return");
    o->at = p->t->at;
    parser_role(p, ROLE_WORD);
    p->t++;
    o->head = model_allocate(p->m, sizeof *o->head);
    p->finite = true;
    bool ok = parse_action_head(p, o->head);
    p->finite = finite;
    if (!ok)
        return false;
    if (!parser_take_word(p, "is"))
        return o->returns || source_error(p->s, p->e, p->t->at, "for example: is write(x)",
                                          "is and a method of the spec are expected here");
    return o->returns ? add_value(p, o) : parse_called(p, o);
}

static bool is_primed(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_PRIMED;
}

expr *parse_prime(parser *p, expr *x)
{
    uint32_t at = p->t->at;
    expr *primed = expr_make(p, EXPR_PRIMED, x->at);
    const char *hint = "what holds after a step is said in: step invariant NAME { x' >= x }";
    parser_role(p, ROLE_GLUE);
    p->t++;
    primed->a = x;
    if (!p->stepping)
        source_error(p->s, p->e, at, hint, "there is no step here that this could be after");
    else if (expr_any(x, is_primed, NULL))
        source_error(p->s, p->e, at, "leave one of the primes out",
                     "this is after the step already");
    else if (parser_at(p, "["))
        source_error(p->s, p->e, at, "write a[i]': i, too, is then what it is after the step",
                     "the prime stands behind the index");
    else
        return expr_finish(p, primed);
    return NULL;
}

static bool invariant_ahead(const parser *p)
{
    return parser_at(p, "step") && token_is(p->s, &p->t[1], "invariant") &&
           !token_is(p->s, &p->t[2], "(");
}

bool step_claim_ahead(const parser *p)
{
    return invariant_ahead(p) || (parser_at(p, "never") && token_is(p->s, &p->t[1], "decreases"));
}

static bool parse_step_invariant(parser *p, step_claim *c)
{
    if (!(c->name = parser_name(p, "step invariant", &c->at)) ||
        !parser_open(p, "before the condition"))
        return false;
    p->stepping = true;
    c->what = parse_expr(p);
    p->stepping = false;
    c->end = parser_end(p);
    return c->what && (parser_close(p) || parser_expect(p, "}", "after the condition"));
}

static bool parse_decreases(parser *p, step_claim *c)
{
    if (!(c->what = parse_expr(p)))
        return false;
    if (parser_take_word(p, "for"))
        do {
            if (c->name_count == MODEL_MAX_ARGS)
                return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d names",
                                    MODEL_MAX_ARGS);
            variable *v = &c->names[c->name_count++];
            if (!(v->name = parser_name(p, "variable", &v->at)))
                return false;
            parser_role(p, ROLE_WORD);
            if (!parser_expect(p, "in", "after the variable") || !parse_type(p, &v->type))
                return false;
        } while (parser_take(p, ","));
    c->end = parser_end(p);
    return parser_expect(p, ";", "after the claim");
}

bool parse_step_claim(parser *p)
{
    model *m = p->m;
    step_claim c = {.at = p->t->at};
    bool named = invariant_ahead(p);
    for (int i = 0; i < 2; i++, p->t++)
        parser_role(p, ROLE_WORD);
    if (!(named ? parse_step_invariant(p, &c) : parse_decreases(p, &c)))
        return false;
    MEMORY_GROW(m->step_claims, m->step_claim_capacity, m->step_claim_count + 1);
    m->step_claims[m->step_claim_count++] = c;
    return true;
}
