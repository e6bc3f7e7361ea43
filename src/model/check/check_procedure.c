// SPDX-License-Identifier: MIT
// Procedures: parts of methods that have a name. Their steps are steps of the method,
// and their variables are among its variables, so a call needs no stack; it may not lead
// back to itself for the same reason. Each method that calls a procedure has a copy of
// it, checked with what is allowed there.

#include "model/check/checker.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

uint32_t procedure_find(const model *m, const char *name)
{
    uint32_t i = 0;
    while (i < m->procedure_count && strcmp(m->procedures[i]->name, name) != 0)
        i++;
    return i;
}

// The names of the circle, in order.
static bool calls_itself(checker *c, const expr *x, uint32_t from)
{
    text circle = {0};
    for (uint32_t i = from; i < c->depth; i++)
        text_add(&circle, "%s calls ", c->m->procedures[c->calling[i]]->name);
    source_error(c->s, c->e, x->at,
                 "what it does is part of its caller, which has no stack: use a loop, or a pure "
                 "function",
                 "%s%s: a procedure cannot call itself", circle.bytes, x->name);
    text_fini(&circle);
    return false;
}

static bool check_not_circular(checker *c, const expr *x, uint32_t which)
{
    for (uint32_t i = 0; i < c->depth; i++)
        if (c->calling[i] == which)
            return calls_itself(c, x, i);
    return true;
}

static bool declare_parameters(checker *c, callee *q)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->of->param_count;) {
        const variable *v = &q->of->locals[i];
        variable whole = {.name = variable_name(v), .type = variable_type(v), .at = v->at};
        if (!local_place(c, &whole, &q->params[count]))
            return false;
        scope_add(c, q->params[count++], v->at);
        i += type_width(whole.type);
    }
    return true;
}

static bool check_body(checker *c, callee *q)
{
    if (!declare_parameters(c, q) || !check_block(c, &q->body))
        return false;
    return q->of->result.kind == TYPE_UNIT || block_ends(&q->body) ||
           source_error(c->s, c->e, q->of->at, NULL, "%s can end without returning a value",
                        q->of->name);
}

// What is wrong in a procedure only where this method calls it.
static void add_call(checker *c, const expr *x)
{
    uint32_t line, column;
    size_t length = strlen(c->e->message);
    source_position(c->s, x->at, &line, &column);
    snprintf(c->e->message + length, sizeof c->e->message - length, "\n  %s is called in line %u",
             x->name, line);
}

static callee *check_callee(checker *c, const expr *x, uint32_t which)
{
    checker outer = *c;
    callee *q = model_allocate(c->m, sizeof *q);
    q->of = c->m->procedures[which];
    q->body = block_copy(c->m, &q->of->body);
    c->procedure = q->of;
    c->calling[c->depth++] = which;
    c->scope_count = c->loops = c->size = 0;
    bool ok = check_body(c, q);
    q->size = c->size;
    if (!ok && x)
        add_call(c, x);
    c->procedure = outer.procedure;
    c->depth = outer.depth;
    memcpy(c->scope, outer.scope, sizeof c->scope);
    memcpy(c->scope_at, outer.scope_at, sizeof c->scope_at);
    c->scope_count = outer.scope_count;
    c->loops = outer.loops;
    c->size = outer.size;
    return ok ? q : NULL;
}

bool check_procedure_call(checker *c, expr *x, uint32_t which)
{
    const method *q = c->m->procedures[which];
    if (!check_acts(c, x, "calls of procedures"))
        return false;
    if (!c->f)
        return source_error(c->s, c->e, x->at, "use a function, or the init block",
                            "an initial value has no calls of procedures");
    if (!check_arguments(c, x, q) || !check_not_circular(c, x, which))
        return false;
    c->m->used[q->at] = true;
    callee **known = &c->f->callees[which];
    if (!*known && !(*known = check_callee(c, x, which)))
        return false;
    x->kind = EXPR_PROCEDURE;
    x->type = q->result;
    x->callee = *known;
    c->size += (*known)->size;
    return c->size <= MODEL_MAX_STATEMENTS ||
           source_error(c->s, c->e, x->at, "every call is a copy of the procedure's steps",
                        "with the procedures it calls, %s has more than %d statements",
                        c->procedure ? c->procedure->name : c->f->name, MODEL_MAX_STATEMENTS);
}

static bool check_head(checker *c, method *f, uint32_t number)
{
    if (!check_variables(c, f->locals, f->param_count, false) || !check_type(c, &f->result))
        return false;
    bool taken = procedure_find(c->m, f->name) < number;
    for (uint32_t i = 0; i < c->m->function_count; i++)
        taken |= strcmp(c->m->functions[i]->name, f->name) == 0;
    if (taken)
        return source_error(c->s, c->e, f->at, "choose another name", "%s is declared already",
                            f->name);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->locals[i].length)
            return source_error(c->s, c->e, f->locals[i].at, NULL,
                                "a parameter cannot be an array");
    return !type_many(f->result) || source_error(c->s, c->e, f->result.at, NULL,
                                                 "a procedure cannot return a seq, set or map");
}

// On its own, as some method would call it: what nobody calls is checked too.
bool check_procedures(checker *c)
{
    unit *nobody = model_allocate(c->m, sizeof *nobody);
    for (uint32_t i = 0; i < c->m->procedure_count; i++)
        if (!check_head(c, c->m->procedures[i], i))
            return false;
    c->u = nobody;
    for (uint32_t i = 0; i < c->m->procedure_count; i++) {
        c->f = model_allocate(c->m, sizeof *c->f);
        c->f->name = c->m->procedures[i]->name;
        if (!check_callee(c, NULL, i))
            return false;
    }
    c->u = NULL;
    c->f = NULL;
    return true;
}
