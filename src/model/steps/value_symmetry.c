// SPDX-License-Identifier: MIT
// Which ints of a program, of its spec and of its invariants are in one class: see value_symmetry.h.

#include "model/steps/value_finder.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int64_t find_place(finder *f, const scope *s, const place *p)
{
    finder_expr(f, s, p->base);
    finder_spoil(f, finder_expr(f, s, p->at));
    if (p->base)
        return f->fields[p->record] + p->index;
    return (p->local ? s->locals : f->shared) + p->index;
}

static int64_t find_slot(const scope *s, slot to)
{
    switch (to.kind) {
    case SLOT_LOCAL:
        return s->locals + to.index;
    case SLOT_TEMP:
        return s->temps + to.index;
    case SLOT_RESULT:
        return s->result;
    default:
        return NOTHING;
    }
}

static void find_items(finder *f, const scope *s, const instr *i, uint32_t first)
{
    for (uint32_t k = 0; k < i->item_count; k++)
        finder_unite(f, finder_expr(f, s, i->items[k]), first + k);
}

static void find_instr(finder *f, const scope *s, const instr *i)
{
    int64_t a = finder_expr(f, s, i->a), b = finder_expr(f, s, i->b), to = find_slot(s, i->to);
    int64_t at = find_place(f, s, &i->place);
    switch (i->kind) {
    case INSTR_MOVE:
    case INSTR_FILL:
        finder_unite(f, to, a);
        break;
    case INSTR_LOAD:
    case INSTR_LL:
        finder_unite(f, to, at);
        break;
    case INSTR_STORE:
    case INSTR_SC: // `to` is a bool
        finder_unite(f, at, a);
        break;
    case INSTR_CAS:
        finder_unite(f, at, a);
        finder_unite(f, at, b);
        break;
    case INSTR_SWAP:
        finder_unite(f, at, a);
        finder_unite(f, at, to);
        break;
    case INSTR_DCAS:
        finder_unite(f, at, a);
        finder_unite(f, at, finder_expr(f, s, i->c));
        finder_unite(f, find_place(f, s, &i->second), b);
        finder_unite(f, find_place(f, s, &i->second), finder_expr(f, s, i->d));
        break;
    case INSTR_NEW:
        find_items(f, s, i, f->fields[i->record]);
        break;
    case INSTR_MANY:
        for (uint32_t k = 0; k < i->item_count; k++)
            finder_unite(f, finder_expr(f, s, i->items[k]), at);
        finder_unite(f, to, finder_many(f, i->limit, i->seq, at));
        break;
    case INSTR_CALL:
        f->unknown |= i->width > 1;
        find_items(f, s, i, f->functions[i->record].locals);
        finder_unite(f, to, f->functions[i->record].result);
        break;
    case INSTR_FAA:
    case INSTR_CHOOSE:
        finder_spoil(f, a);
        finder_spoil(f, b);
        finder_spoil(f, to);
        finder_spoil(f, i->kind == INSTR_FAA ? at : NOTHING);
        break;
    case INSTR_LIN: // of a thread by its number
        finder_spoil(f, a);
        break;
    default: // no int is written
        break;
    }
}

static scope scope_of(finder *f, const routine *r)
{
    return (scope){.locals = finder_add(f, r->method->local_count),
                   .temps = finder_add(f, r->temp_count),
                   .result = finder_add(f, 1),
                   .state = f->shared};
}

// A range is an order, and a tuple more than this can follow.
static void find_type(finder *f, type t, uint32_t n)
{
    if (t.ranged)
        finder_spoil(f, n);
    for (uint32_t i = 0; i < t.part_count; i++)
        f->unknown |= t.kind == TYPE_TUPLE || t.parts[i].ranged || t.parts[i].kind == TYPE_TUPLE;
}

static void find_variables(finder *f, const variable *list, uint32_t count, uint32_t first)
{
    for (uint32_t i = 0; i < count; i++) {
        find_type(f, list[i].type, first + i);
        f->unknown |= list[i].whole_name != NULL;
    }
}

static void find_routine(finder *f, const scope *s, const routine *r)
{
    find_variables(f, r->method->locals, r->method->local_count, s->locals);
    find_type(f, r->method->result, s->result);
    for (uint32_t i = 0; i < r->temp_count; i++)
        find_type(f, r->temps[i].type, s->temps + i);
    for (uint32_t i = 0; i < r->count; i++)
        find_instr(f, s, &r->code[i]);
}

static void find_return(finder *f, const scope *s, const stmt *t)
{
    uint32_t given = 0;
    if (!s->sync)
        finder_unite(f, s->result, finder_expr(f, s, t->a));
    for (uint32_t i = 0; s->sync && i < s->sync->part_count; i++) {
        const participant *q = &s->sync->parts[i];
        if (q->result.kind == TYPE_UNIT)
            continue;
        finder_unite(f, f->spec[q->method].result,
                     finder_expr(f, s, given ? t->more[given - 1] : t->a));
        given++;
    }
}

static void find_block(finder *f, const scope *s, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *t = b->items[i];
        int64_t a = finder_expr(f, s, t->a), other = finder_expr(f, s, t->b);
        if (t->kind == STMT_DECLARE)
            finder_unite(f, s->locals + t->index, a);
        else if (t->kind == STMT_ASSIGN)
            finder_unite(f, a, other);
        else if (t->kind == STMT_RETURN)
            find_return(f, s, t);
        find_block(f, s, &t->body);
        find_block(f, s, &t->other);
    }
}

// A method of the spec exchanges values with the object's of the same name.
static void find_method(finder *f, const method *m, scope *s)
{
    *s = (scope){.locals = finder_add(f, m->param_count), .result = finder_add(f, 1)};
    find_variables(f, m->locals, m->param_count, s->locals);
    find_type(f, m->result, s->result);
    for (uint32_t k = 0; k < f->p->routine_count; k++) {
        const method *of = f->p->routines[k].method;
        if (strcmp(of->name, m->name) != 0)
            continue;
        finder_unite(f, s->result, f->routines[k].result);
        for (uint32_t n = 0; n < m->param_count && n < of->param_count; n++)
            finder_unite(f, s->locals + n, f->routines[k].locals + n);
    }
}

// What it does, alone or with others. A group is sorted: what it brings has an order.
static void find_sync(finder *f, const synchronisation *y, uint32_t state)
{
    const method *m = y->body;
    scope s = {.locals = finder_add(f, m->local_count), .state = state, .is_spec = true, .sync = y};
    find_variables(f, m->locals, m->local_count, s.locals);
    if (y->number)
        finder_spoil(f, s.locals + y->number - 1);
    for (uint32_t i = 0; i < y->part_count; i++) {
        const participant *q = &y->parts[i];
        for (uint32_t n = 0; n < q->param_count; n++) {
            finder_unite(f, s.locals + q->first + n, f->spec[q->method].locals + n);
            if (q->group)
                finder_spoil(f, s.locals + q->first + n);
        }
    }
    find_block(f, &s, &m->body);
}

// A block of the model.
static void find_spec(finder *f)
{
    const unit *u = f->v->spec;
    uint32_t state = finder_add(f, u->state_count);
    f->values = finder_add(f, u->state_count);
    find_variables(f, u->state, u->state_count, state);
    for (uint32_t i = 0; i < u->state_count; i++)
        finder_unite(f, state + i, finder_expr(f, &f->init, u->state[i].initial));
    for (uint32_t i = 0; i < u->method_count; i++)
        find_method(f, u->methods[i], &f->spec[i]);
    for (uint32_t i = 0; i < u->sync_count; i++)
        find_sync(f, u->syncs[i], state);
}

static void find_classes(finder *f, bool symmetric)
{
    const program *p = f->p;
    const model *m = p->model;
    finder_add(f, 1); // SPOILT
    f->shared = finder_add(f, m->shared_count);
    for (uint32_t i = 0; i < m->record_count; i++) {
        f->fields[i] = finder_add(f, m->records[i]->field_count);
        find_variables(f, m->records[i]->fields, m->records[i]->field_count, f->fields[i]);
    }
    find_variables(f, m->shared, m->shared_count, f->shared);
    for (uint32_t i = 0; i < m->function_count; i++)
        f->functions[i] = scope_of(f, &p->functions[i]);
    for (uint32_t i = 0; i < m->function_count; i++)
        find_routine(f, &f->functions[i], &p->functions[i]);
    f->init = scope_of(f, &p->init);
    find_routine(f, &f->init, &p->init);
    for (uint32_t i = 0; i < p->routine_count; i++) {
        f->routines[i] = scope_of(f, &p->routines[i]);
        find_routine(f, &f->routines[i], &p->routines[i]);
    }
    for (uint32_t i = 0; i < m->invariant_count; i++)
        finder_expr(f, &f->init, m->invariants[i].condition);
    for (uint32_t i = f->v->reachable_from; i < f->v->reachable_to; i++) {
        int64_t is = finder_expr(f, &f->init, m->reachables[i].condition);
        if (m->reachables[i].extreme) // it is asked which value is less
            finder_spoil(f, is);
    }
    if (f->v->spec)
        find_spec(f);
    else
        f->unknown |= f->v->refines && !symmetric;
}

bool finder_scalar(const finder *f, type t, uint32_t n)
{
    return t.kind == TYPE_INT && !f->unknown && finder_class(f, n) != SPOILT;
}

void scalarset_find(scalarset *d, const program *p, const instance *v, bool symmetric)
{
    *d = (scalarset){0};
    if (!v->has_range)
        return;
    finder f = {.p = p, .v = v};
    find_classes(&f, symmetric);
    scalarset_list(d, &f);
    free(f.parent);
    bool args = false;
    for (uint32_t i = 0; i < p->routine_count; i++)
        for (uint32_t k = 0; k < MODEL_MAX_ARGS; k++)
            args |= d->args[i][k];
    // Those above 0, or those below: 0 stays what it is.
    int64_t low = v->low == 0 ? 1 : v->low, high = v->low < 0 && v->high >= 0 ? -1 : v->high;
    int64_t count = args && high >= low ? high - low + 1 : 0;
    d->low = (int32_t)low;
    d->count = (uint32_t)(count < SCALARSET_MAX_VALUES ? count : SCALARSET_MAX_VALUES);
    scalarset_list_result(d, p);
}

void scalarset_fini(scalarset *d)
{
    free(d->shared);
    free(d->thread);
    for (uint32_t i = 0; i < MODEL_MAX_RECORDS; i++)
        free(d->fields[i]);
}
