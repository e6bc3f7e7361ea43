// SPDX-License-Identifier: MIT
// Declarations: no name twice, every type known, objects and specs fit.

#include "model/check/checker.h"

#include "model/syntax/finite_type.h"

#include <string.h>

bool declared_twice(checker *c, const char *name, uint32_t at)
{
    return source_error(c->s, c->e, at, "choose another name", "%s is declared already", name);
}

// What nobody gives a value is 0 at first, so 0 must be in its range.
bool check_zero(checker *c, const variable *v)
{
    type t = v->type;
    if (!t.ranged || t.optional || (t.low <= 0 && t.high >= 0))
        return true;
    if (t.kind == TYPE_ENUM)
        return source_error(c->s, c->e, v->at, "give it a value",
                            "%s starts as %s, which it cannot be", v->name,
                            c->m->enums[t.record]->items[0]);
    return source_error(c->s, c->e, v->at, "give it a value, or a range with 0 in it",
                        "%s starts as 0, which is not from %lld to %lld", v->name,
                        (long long)v->type.low, (long long)v->type.high);
}

bool check_variables(checker *c, variable *list, uint32_t count, bool many_allowed)
{
    for (uint32_t i = 0; i < count; i++) {
        if (variable_find(list, i, variable_name(&list[i])) < i)
            return declared_twice(c, variable_name(&list[i]), list[i].at);
        if (!check_type(c, &list[i].type) || (list[i].whole_name && !check_type(c, &list[i].whole)))
            return false;
        if (!check_type(c, &list[i].index))
            return false;
        if (type_many(list[i].type) && !many_allowed)
            return source_error(c->s, c->e, list[i].type.at, "build it from a struct and pointers",
                                "seq, set and map are for variables");
    }
    return true;
}

bool check_plain(checker *c, type t)
{
    bool plain = t.kind == TYPE_INT || t.kind == TYPE_BOOL || t.kind == TYPE_ENUM;
    return (plain && !t.optional) ||
           source_error(c->s, c->e, t.at, NULL, "a parameter must be int, bool or an enum");
}

// Parameters of actions take all values of their types; a plain int those of the verify block.
static bool check_finite(checker *c, type t)
{
    return type_card(t) || (t.kind == TYPE_INT && !t.optional) ||
           source_error(c->s, c->e, t.at,
                        "an enum, bool, int 0..3, an option or tuple of them, or a set of up to 7",
                        "a parameter of an action must have a finite type");
}

// Parameters of methods come from clients, those of functions from anywhere.
static bool check_parameters(checker *c, method *f)
{
    if (!check_variables(c, f->locals, f->param_count, false))
        return false;
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i]))) {
        type t = variable_type(&f->locals[i]);
        if (!c->in_function &&
            !(c->u && c->u->is_automaton ? check_finite(c, t) : check_plain(c, t)))
            return false;
        if (f->locals[i].length)
            return source_error(c->s, c->e, f->locals[i].at, NULL,
                                "a parameter cannot be an array");
        scope_add(c, i, f->locals[i].at);
    }
    return true;
}

bool check_result(checker *c, type *result)
{
    if (!check_type(c, result))
        return false;
    bool right = !type_many(*result);
    for (uint32_t i = 0; i < type_width(*result); i++)
        right &= c->in_function || type_part(*result, i).kind != TYPE_POINTER;
    return right ||
           source_error(c->s, c->e, result->at, "return a value that a caller can compare",
                        "a result must be int, bool, an enum, an option or a tuple of them");
}

static bool check_signature(checker *c, method *f)
{
    if (!check_parameters(c, f) || !check_result(c, &f->result))
        return false;
    return !c->in_function || c->in_let || f->is_constant || f->result.kind != TYPE_UNIT ||
           source_error(c->s, c->e, f->at, "write -> int after the parameters",
                        "a function must have a result");
}

static bool check_method(checker *c, unit *u, method *f)
{
    c->u = u;
    c->f = f;
    c->loops = 0;
    c->scope_count = 0;
    c->size = 0;
    if (!check_signature(c, f))
        return false;
    if (!check_block(c, &f->body))
        return false;
    if ((u || c->in_function) && f->result.kind != TYPE_UNIT && !block_ends(&f->body))
        return source_error(c->s, c->e, f->at, NULL, "%s can end without returning a value",
                            f->name);
    return true;
}

static bool is_literal(const expr *x)
{
    bool minus = x->kind == EXPR_MINUS && x->a->kind == EXPR_INT;
    bool plain = x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_NONE || minus;
    for (uint32_t i = 0; x->kind == EXPR_TUPLE && i < x->item_count; i++)
        if (!is_literal(x->items[i]))
            return false;
    return plain || x->kind == EXPR_TUPLE;
}

static bool check_state(checker *c, variable *v)
{
    if (type_points(variable_type(v)))
        return source_error(c->s, c->e, v->type.at, NULL, "a spec has no pointers");
    if (v->length)
        return source_error(c->s, c->e, v->at, "use seq<int> or map<int, int>",
                            "only objects and automata have arrays");
    if (!v->initial)
        return check_zero(c, v);
    if (type_many(v->type))
        return source_error(c->s, c->e, v->initial->at, NULL, "a seq, set or map starts empty");
    c->f = NULL;
    c->scope_count = 0;
    if (!check_fits(c, v->initial, variable_type(v), variable_name(v)))
        return false;
    return is_literal(v->initial) ||
           source_error(c->s, c->e, v->initial->at, NULL,
                        "the initial value must be a number, true, false or none");
}

static bool method_twice(checker *c, const unit *u, const method *f)
{
    return source_error(c->s, c->e, f->at,
                        u->is_spec ? "if it may do either, write sync before both"
                                   : "choose another name",
                        "%s is declared already", f->name);
}

// An action may be described several times, each for some of its states or arguments.
static bool may_repeat(const unit *u, const method *f)
{
    return u->composed || f->role == ACTION_OUTPUT || f->role == ACTION_INTERNAL;
}

static bool check_unit(checker *c, unit *u)
{
    c->u = u;
    if (u->checked)
        return true;
    u->checked = true;
    if (!check_variables(c, u->state, u->state_count, true))
        return false;
    for (uint32_t i = 0; i < u->state_count; i += type_width(variable_type(&u->state[i])))
        if (!check_state(c, &u->state[i]))
            return false;
    for (uint32_t i = 0; i < u->method_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (!may_repeat(u, u->methods[i]) &&
                strcmp(u->methods[i]->name, u->methods[j]->name) == 0)
                return method_twice(c, u, u->methods[i]);
        if (!check_method(c, u, u->methods[i]))
            return false;
    }
    if ((u->is_spec && !check_syncs(c, u)) || (u->is_automaton && !check_automaton(c)))
        return false;
    return u->method_count > 0 || source_error(c->s, c->e, u->at, NULL, "%s has no %s", u->name,
                                               u->is_automaton ? "actions" : "methods");
}

// The names of an enum are constants: each is there once.
static bool check_enums(checker *c)
{
    model *m = c->m;
    for (uint32_t i = 0; i < m->enum_count; i++) {
        const enumeration *n = m->enums[i];
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(n->name, m->enums[j]->name) == 0)
                return declared_twice(c, n->name, n->at);
        for (uint32_t k = 0; k < n->item_count; k++) {
            bool found = variable_find(m->shared, m->shared_count, n->items[k]) < m->shared_count;
            for (uint32_t j = 0; j < m->constant_count; j++)
                found |= strcmp(n->items[k], m->constants[j].name) == 0;
            for (uint32_t j = 0; j <= i; j++)
                for (uint32_t o = 0; o < (j < i ? m->enums[j]->item_count : k); o++)
                    found |= strcmp(n->items[k], m->enums[j]->items[o]) == 0;
            if (found)
                return declared_twice(c, n->items[k], n->item_at[k]);
        }
    }
    return true;
}

static bool check_functions(checker *c)
{
    model *m = c->m;
    c->in_function = true;
    for (uint32_t i = 0; i < m->function_count; i++) {
        method *f = m->functions[i];
        if (f->is_let || f->checked)
            continue;
        if (!check_variables(c, f->locals, f->param_count, false) || !check_type(c, &f->result))
            return false;
    }
    for (uint32_t i = 0; i < m->function_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(m->functions[i]->name, m->functions[j]->name) == 0)
                return declared_twice(c, m->functions[i]->name, m->functions[i]->at);
        c->let = i;
        if (!m->functions[i]->is_let && !m->functions[i]->checked &&
            !check_method(c, NULL, m->functions[i]))
            return false;
    }
    for (uint32_t i = 0; i < m->function_count; i++)
        m->functions[i]->checked = !m->functions[i]->is_let;
    c->in_function = false;
    return check_quorums(c);
}

// Functions that see the state, after its variables.
bool check_lets(checker *c)
{
    const model *m = c->m;
    c->in_function = c->in_let = true;
    c->looks++;
    for (c->let = 0; c->let < m->function_count; c->let++) {
        method *f = m->functions[c->let];
        if (!f->is_let)
            continue;
        if (variable_find(m->shared, m->shared_count, f->name) < m->shared_count)
            return declared_twice(c, f->name, f->at);
        c->sees_ghosts = f->is_condition;
        if (!check_method(c, NULL, f))
            return false;
        c->sees_ghosts = false;
    }
    c->looks--;
    c->in_function = c->in_let = false;
    return true;
}

static bool check_fields(checker *c, const record *r)
{
    uint32_t items = 0;
    for (uint32_t k = 0; k < r->field_count; k++) {
        const variable *v = &r->fields[k];
        uint32_t parts =
            type_many(v->type) ? type_width(v->type.parts[0]) + v->type.part_count - 1 : 0;
        items += (v->length ? v->length : 1) * (parts ? parts * MODEL_MAX_MANY : 1);
        if (items > MODEL_MAX_CELLS)
            return source_error(c->s, c->e, v->at,
                                parts ? "a seq, set or map counts as 64, a map as 128" : NULL,
                                "a struct has at most %d fields and items", MODEL_MAX_CELLS);
        if (!check_zero(c, v))
            return false;
    }
    return true;
}

static bool check_globals(checker *c)
{
    model *m = c->m;
    for (uint32_t i = 0; i < m->record_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(m->records[i]->name, m->records[j]->name) == 0)
                return declared_twice(c, m->records[i]->name, m->records[i]->at);
        if (!check_variables(c, m->records[i]->fields, m->records[i]->field_count, true) ||
            !check_fields(c, m->records[i]))
            return false;
    }
    for (uint32_t i = 0; i < m->constant_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(m->constants[i].name, m->constants[j].name) == 0)
                return declared_twice(c, m->constants[i].name, m->constants[i].at);
    if (!check_enums(c) || !check_messages(c))
        return false;
    if (!check_variables(c, m->shared, m->shared_count, true))
        return false;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        for (uint32_t j = 0; j < m->constant_count; j++)
            if (strcmp(m->shared[i].name, m->constants[j].name) == 0)
                return declared_twice(c, m->shared[i].name, m->shared[i].at);
        c->shared_visible = i;
        variable *v = &m->shared[i];
        c->in_own_initial = v->own;
        if (v->initial && type_many(v->type))
            return source_error(c->s, c->e, v->initial->at, "fill it in the init block",
                                "a seq, set or map starts empty");
        bool part = (!v->whole_name && strchr(v->name, '.')) || v->given;
        bool list = v->initial && v->length;
        if (list         ? !check_list(c, v->initial, v)
            : v->initial ? !check_fits(c, v->initial, variable_type(v), variable_name(v))
                         : !part && !check_zero(c, v))
            return false;
    }
    c->shared_visible = m->shared_count;
    c->in_own_initial = false;
    return true;
}

bool model_check(model *m, error *e)
{
    checker c = {.m = m, .s = &m->source, .e = e};
    if (!fill_formulas(&c) || !add_conditions(&c) || !check_functions(&c) ||
        !declare_processes(&c) || !check_globals(&c) || !check_lets(&c) || !check_procedures(&c) ||
        (m->has_init && !check_method(&c, NULL, &m->init)))
        return false;
    if (!check_invariants(&c))
        return false;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(m->units[i]->name, m->units[j]->name) == 0)
                return declared_twice(&c, m->units[i]->name, m->units[i]->at);
        if (!check_unit(&c, m->units[i]))
            return false;
    }
    if (!check_processes(&c))
        return false;
    for (uint32_t i = 0; i < m->instance_count; i++) {
        m->instances[i].in = m;
        if (!check_instance(&c, &m->instances[i]))
            return false;
    }
    return true;
}
