// SPDX-License-Identifier: MIT
// See simulation_tables.h.

#include "model/compose/simulation_tables.h"

#include "model/compose/compose_channel.h"
#include "model/syntax/finite_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef void (*expr_visit)(pairing *p, expr *x);

// Every expression, those within before the one around them.
static void visit_expr(pairing *p, expr *x, expr_visit visit)
{
    if (!x)
        return;
    visit_expr(p, x->a, visit);
    visit_expr(p, x->b, visit);
    visit_expr(p, x->c, visit);
    for (uint32_t i = 0; i < x->item_count; i++)
        visit_expr(p, x->items[i], visit);
    for (uint32_t i = 0; i < x->binder_count; i++)
        visit_expr(p, x->binders[i].domain, visit);
    visit(p, x);
}

static void visit_block(pairing *p, const block *b, expr_visit visit)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        visit_expr(p, s->a, visit);
        visit_expr(p, s->b, visit);
        visit_block(p, &s->body, visit);
        visit_block(p, &s->other, visit);
    }
}

static uint32_t function_named(const model *m, const char *name)
{
    uint32_t i = 0;
    while (i < m->function_count && strcmp(m->functions[i]->name, name) != 0)
        i++;
    return i;
}

// Which derived variable an expression asks for, by name or with arguments; else their number.
static uint32_t function_asked(const model *m, const expr *x)
{
    return x->kind == EXPR_CALL || x->kind == EXPR_NAME ? function_named(m, x->name)
                                                        : m->function_count;
}

static uint32_t variable_named(const model *m, const char *name)
{
    uint32_t i = 0;
    while (i < m->shared_count && strcmp(variable_name(&m->shared[i]), name) != 0)
        i++;
    return i;
}

static void note_specification(pairing *p, expr *x)
{
    const model *m = p->c->view;
    uint32_t i = x->kind == EXPR_NAME ? variable_named(m, x->name) : m->shared_count;
    p->mentions |= i >= p->shared_from && i < p->shared_to;
    i = function_asked(m, x);
    p->mentions |= i >= p->function_from && i < p->function_to;
    if (i >= p->function_to && i < m->function_count) // of the simulation
        visit_block(p, &m->functions[i]->body, note_specification);
}

// A derived variable that is about the implementation alone.
static bool is_concrete(pairing *p, uint32_t function)
{
    const method *f = p->c->view->functions[function];
    if (!f->is_let || (function >= p->function_from && function < p->function_to))
        return false;
    p->mentions = false;
    visit_block(p, &f->body, note_specification);
    return !p->mentions;
}

static bool has_table(const pairing *p, uint32_t function)
{
    for (uint32_t i = 0; i < p->table_count; i++)
        if (p->tables[i] == function)
            return true;
    return false;
}

static void find_calls(pairing *p, expr *x)
{
    const model *m = p->c->view;
    uint32_t i = function_asked(m, x);
    for (uint32_t k = 0; k < x->binder_count; k++)
        if (function_named(m, x->binders[k].name) < m->function_count)
            p->hides = &x->binders[k];
    if (x->kind == EXPR_NAME)
        for (uint32_t k = 0; k < p->shared_from; k++)
            p->looked_at[k] |= strcmp(variable_name(&m->shared[k]), x->name) == 0;
    if (i == m->function_count || has_table(p, i))
        return;
    if (is_concrete(p, i))
        p->tables[p->table_count++] = i;
    else if (i >= p->function_to)
        visit_block(p, &m->functions[i]->body, find_calls);
}

static const char *table_name(pairing *p, uint32_t function)
{
    const char *of = p->c->view->functions[function]->name;
    size_t size = strlen(of) + 24;
    char *name = model_allocate(p->c->view, size);
    snprintf(name, size, "seen::%s", of);
    for (char *c = name + 6; *c; c++)
        *c = *c == ':' ? '_' : *c;
    return name;
}

// Its type was found out when the file was read.
static bool result_type(pairing *p, const method *f, type *out)
{
    const model *m = p->c->whole;
    for (uint32_t i = 0; i < m->view_count; i++) {
        const model *view = m->views[i];
        const unit *u = view->units[view->unit_count - 1];
        uint32_t k = u->simulates == p->c->system->simulates ? function_named(view, f->name)
                                                             : view->function_count;
        if (k == view->function_count)
            continue;
        *out = view->functions[k]->result;
        return true;
    }
    return false;
}

static bool add_table(pairing *p, uint32_t function)
{
    composer *c = p->c;
    model *m = c->view;
    const method *f = m->functions[function];
    variable v = {.name = table_name(p, function), .at = f->at};
    type parts[MODEL_MAX_ARGS];
    uint32_t count = 0;
    bool small = result_type(p, f, &v.type) && !type_many(v.type);
    for (uint32_t i = 0; i < f->param_count; i++) {
        parts[count] = f->locals[i].type;
        type_find_enum(c->whole, &parts[count]);
        small &= type_width(variable_type(&f->locals[i])) == 1 && parts[count].kind != TYPE_MASK &&
                 !parts[count].optional && type_card(parts[count]) > 0;
        count++;
    }
    composer_spread(c, &v, &(system_part){0}, parts, count);
    if (!small || (count && (!v.length || v.length > MODEL_MAX_ITEMS)))
        return PROBLEM(c, f->at, "let its parameters be enums, bools or small ranges of ints",
                       "what %s is cannot be written down for all its parameters", f->name);
    if (m->shared_count == MODEL_MAX_SHARED)
        return PROBLEM(c, f->at, NULL, "there are more than %d variables", MODEL_MAX_SHARED);
    v.given = true;
    m->shared[m->shared_count++] = v;
    return variable_split(m, m->shared, &m->shared_count, MODEL_MAX_SHARED) ||
           PROBLEM(c, f->at, NULL, "there are more than %d variables", MODEL_MAX_SHARED);
}

bool simulation_tables(pairing *p, const block *steps)
{
    model *m = p->c->view;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        visit_expr(p, m->invariants[i].condition, find_calls);
    for (uint32_t i = 0; i < p->implementation.flat.method_count; i++)
        visit_block(p, &steps[i], find_calls);
    if (p->hides)
        return PROBLEM(p->c, p->hides->at, "choose another name",
                       "%s is a derived variable already", p->hides->name);
    p->seen_from = m->shared_count;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < p->table_count; i++) {
        uint32_t first = m->shared_count;
        if (!add_table(p, p->tables[i]))
            return false;
        rows += m->shared[first].length ? m->shared[first].length : 1;
    }
    m->row_count = p->c->form == SIMULATION_TABLED && rows <= MODEL_MAX_ROWS ? rows : 0;
    for (uint32_t i = 0; i < m->shared_count; i++) {
        m->shared[i].seen = i >= p->seen_from || (i < p->shared_from && p->looked_at[i]);
        m->shared[i].derived = i >= p->seen_from && m->row_count;
    }
    return true;
}

static expr *indexed(pairing *p, const char *name, expr **items, uint32_t count, uint32_t at)
{
    model *m = p->c->view;
    expr *v = made_name(m, name, at, at);
    if (!count)
        return v;
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = EXPR_INDEX, .at = at, .end = at, .depth = 3};
    x->a = v;
    x->b = items[0];
    if (count == 1)
        return x;
    x->b = model_allocate(m, sizeof *x->b);
    *x->b = (expr){.kind = EXPR_TUPLE, .at = at, .end = at, .depth = 2, .item_count = count};
    x->b->items = model_allocate(m, count * sizeof(expr *));
    memcpy(x->b->items, items, count * sizeof(expr *));
    return x;
}

// seen::tag[w1] = tag(w1);
static stmt *fill_one(pairing *p, uint32_t function, const uint32_t *now)
{
    composer *c = p->c;
    const method *f = c->view->functions[function];
    expr *items[MODEL_MAX_ARGS], *call = made_name(c->view, f->name, f->at, f->at);
    call->kind = EXPR_CALL;
    call->items = model_allocate(c->view, (f->param_count + 1) * sizeof(expr *));
    for (uint32_t i = 0; i < f->param_count; i++) {
        type t = f->locals[i].type;
        type_find_enum(c->whole, &t);
        items[i] = made_literal(c->view, c->whole, t, now[i], f->at);
        call->items[call->item_count++] = made_literal(c->view, c->whole, t, now[i], f->at);
    }
    stmt *s = made_statement(c->view, STMT_ASSIGN,
                             indexed(p, table_name(p, function), items, f->param_count, f->at));
    s->b = call;
    s->end = s->at; // nobody wrote it
    return s;
}

bool tables_fill(pairing *p, block *out)
{
    model *m = p->c->view;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < p->table_count; i++) {
        const method *f = p->c->view->functions[p->tables[i]];
        system_part all = {.domain_count = f->param_count};
        for (uint32_t k = 0; k < f->param_count; k++) {
            all.domains[k] = f->locals[k].type;
            type_find_enum(p->c->whole, &all.domains[k]);
        }
        uint32_t now[MODEL_MAX_ARGS] = {0};
        do {
            stmt *s = fill_one(p, p->tables[i], now);
            s->row = m->row_count ? ++rows : 0;
            block_add(m, out, s);
        } while (part_next(&all, NULL, now));
    }
    assert(rows == m->row_count);
    return true;
}

static void read_table(pairing *p, expr *x)
{
    uint32_t i = function_asked(p->c->view, x), depth = x->depth;
    if (!has_table(p, i))
        return;
    *x = *indexed(p, table_name(p, i), x->items, x->item_count, x->at);
    x->depth = depth + 2;
}

void tables_read(pairing *p, block *b)
{
    visit_block(p, b, read_table);
}

void tables_read_relations(pairing *p)
{
    model *m = p->c->view;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        visit_expr(p, m->invariants[i].condition, read_table);
    for (uint32_t i = p->function_to; i < m->function_count; i++)
        if (!has_table(p, i) && !is_concrete(p, i))
            visit_block(p, &m->functions[i]->body, read_table);
}
