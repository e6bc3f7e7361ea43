// SPDX-License-Identifier: MIT
// What is said of states: invariants, and what is reachable.

#include "base/memory.h"
#include "model/check/checker.h"
#include "model/syntax/ast_walk.h"

#include <stdio.h>
#include <string.h>

static bool has_shape(const expr *x)
{
    bool found = x && x->kind == EXPR_SHAPE;
    for (uint32_t i = 0; x && !found && i < x->item_count; i++)
        found = has_shape(x->items[i]);
    return found || (x && (has_shape(x->a) || has_shape(x->b) || has_shape(x->c)));
}

static bool binds(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_BIND;
}

// What is said of the states of an automaton is a function of the state, so that all of the
// language may stand in it; but for the shapes of the heap, which no function looks at. What is said of
// the states of objects and processes is evaluated as it stands, and what it looks at is known to the
// variable, unless something goes through values: that is a loop, and needs variables.
static bool add_condition(checker *c, invariant *v, const char *kind, uint32_t number)
{
    model *m = c->m;
    bool loops = expr_any(v->condition, binds, NULL);
    if (loops && !has_automaton(m) && has_shape(v->condition))
        return source_error(c->s, c->e, v->at, "write two conditions",
                            "acyclic, sorted and reaches cannot stand beside forall and exists");
    if (has_shape(v->condition) || (!loops && !has_automaton(m)))
        return true;
    if (m->function_count == MODEL_MAX_FUNCTIONS)
        return source_error(c->s, c->e, v->at, NULL,
                            "there are more than %d functions and invariants", MODEL_MAX_FUNCTIONS);
    if (!m->functions)
        m->functions = memory_new(MODEL_MAX_FUNCTIONS, sizeof(method *));
    method *f = m->functions[m->function_count] = model_allocate(m, sizeof *f);
    char *name = model_allocate(m, 40);
    snprintf(name, 40, "%s__%u", kind, number); // no name of a model has two underscores
    *f = (method){.name = name,
                  .at = v->condition->at,
                  .end = v->condition->end,
                  .is_let = true,
                  .is_condition = true};
    function_body(m, f, v->condition);
    expr *call = model_allocate(m, sizeof *call);
    *call = (expr){.kind = EXPR_CALL, .at = f->at, .end = f->end, .name = name};
    call->index = m->function_count++;
    call->type = (type){.kind = v->extreme ? TYPE_INT : TYPE_BOOL};
    v->condition = call;
    return true;
}

bool add_conditions(checker *c)
{
    model *m = c->m;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        if (!add_condition(c, &m->invariants[i], "invariant", i))
            return false;
    for (uint32_t i = 0; i < m->reachable_count; i++)
        if (!add_condition(c, &m->reachables[i], "reachable", i))
            return false;
    return true;
}

static bool check_of_state(checker *c, expr *x, type_kind kind, const char *role)
{
    c->u = NULL;
    c->f = NULL;
    c->scope_count = 0;
    c->in_invariant = true;
    c->ghost++;
    c->looks++;
    bool ok = check_fits(c, x, (type){.kind = kind}, role);
    c->ghost--;
    c->looks--;
    c->in_invariant = false;
    return ok;
}

bool check_state_condition(checker *c, expr *x, const char *role)
{
    return check_of_state(c, x, TYPE_BOOL, role);
}

bool check_instance_conditions(checker *c, const instance *v)
{
    bool ends = v->subject->is_automaton || v->process;
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++) {
        const invariant *r = &c->m->reachables[i];
        if (r->ends && !ends)
            return source_error(c->s, c->e, r->at, NULL,
                                "ends is a setting of automata: clients of an object can always "
                                "call it again");
        const char *role = r->ends      ? "what holds at the end"
                           : r->atom    ? "what is said of states"
                           : r->extreme ? "what is to be least or greatest"
                                        : "what is reachable";
        if (!check_of_state(c, r->condition, r->extreme ? TYPE_INT : TYPE_BOOL, role))
            return false;
    }
    return true;
}

bool check_invariants(checker *c)
{
    for (uint32_t i = 0; i < c->m->invariant_count; i++) {
        invariant *v = &c->m->invariants[i];
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(v->name, c->m->invariants[k].name) == 0)
                return declared_twice(c, v->name, v->at);
        if (!check_state_condition(c, v->condition, "an invariant"))
            return false;
    }
    return true;
}
