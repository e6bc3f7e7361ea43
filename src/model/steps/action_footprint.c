// SPDX-License-Identifier: MIT
// See action_footprint.h.

#include "model/steps/action_footprint.h"

#include "base/memory.h"
#include "model/syntax/ast_walk.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

// An action with its arguments.
typedef struct taken {
    const program *p;
    const routine *r; // NULL: a function, of which no arguments are known
    const int32_t *args;
    uint64_t known; // which of them are, a bit each
} taken;

static bool value_of(const taken *t, const expr *x, int64_t *out);

static bool is_assigned(const routine *r, uint32_t local)
{
    for (uint32_t n = 0; n < r->count; n++) {
        const instr *i = &r->code[n];
        uint32_t width = i->width ? i->width : 1;
        if ((i->to.kind == SLOT_LOCAL && local >= i->to.index && local < i->to.index + width) ||
            (i->place.local && i->place.index == local))
            return true;
    }
    return false;
}

// A temporary that is set in one place.
static bool temporary_value(const taken *t, uint32_t which, int64_t *out)
{
    const instr *set = NULL;
    for (uint32_t n = 0; n < t->r->count; n++) {
        const instr *i = &t->r->code[n];
        uint32_t width = i->width ? i->width : 1;
        if (i->to.kind != SLOT_TEMP || which < i->to.index || which >= i->to.index + width)
            continue;
        if (set || i->kind != INSTR_MOVE)
            return false;
        set = i;
    }
    return set && value_of(t, set->a, out);
}

static bool operation_value(const taken *t, const expr *x, int64_t *out)
{
    int64_t a, b;
    if (!value_of(t, x->a, &a) || !value_of(t, x->b, &b))
        return false;
    *out = x->op == OP_ADD ? a + b : x->op == OP_SUB ? a - b : a * b;
    return x->op == OP_ADD || x->op == OP_SUB || x->op == OP_MUL;
}

// What depends on arguments alone. False: it is not known.
static bool value_of(const taken *t, const expr *x, int64_t *out)
{
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        *out = x->number;
        return true;
    case EXPR_LOCAL:
        if (!t->r || x->index >= t->r->method->param_count || !(t->known >> x->index & 1) ||
            is_assigned(t->r, x->index))
            return false;
        *out = t->args[x->index];
        return true;
    case EXPR_TEMP:
        return t->r && temporary_value(t, x->index, out);
    case EXPR_BINARY:
        return operation_value(t, x, out);
    case EXPR_RANGE:
        return value_of(t, x->a, out);
    default:
        return false;
    }
}

uint32_t footprint_words(const program *p)
{
    return p->layout.cells / 64 + 1;
}

static void set_cell(uint64_t *set, uint32_t cell)
{
    set[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void add_cells(const taken *t, uint64_t *set, const variable *v, uint32_t which,
                      const expr *at)
{
    uint32_t first = t->p->layout.variable[which], count = variable_cells(t->p, v);
    int64_t item;
    if (v->length && at && value_of(t, at, &item) && item >= 0 && item < v->length) {
        count = variable_unit(t->p, v);
        first += (uint32_t)item * count;
    }
    for (uint32_t k = 0; k < count; k++)
        set_cell(set, first + k);
}

static bool holds_messages(const variable *v)
{
    return v->type.kind == TYPE_SEQ && v->type.parts[0].kind == TYPE_MESSAGE;
}

// Sending looks for what is there only where the channel duplicates, so what it looks at is its room.
static bool sends(seq_op op)
{
    return op == SEQ_PUSH || op == SEQ_INSERT || op == SEQ_LEN;
}

static bool takes(seq_op op)
{
    return op == SEQ_EMPTY || op == SEQ_FRONT || op == SEQ_POP_FRONT || op == SEQ_TAKE ||
           op == MANY_CHOOSE;
}

static bool changes(const instr *i)
{
    return i->kind == INSTR_MANY ? seq_changes(i->seq) : i->kind != INSTR_LOAD;
}

static void add_place(const taken *t, const instr *i, const place *of, action_footprint *f)
{
    if (of->local)
        return;
    if (of->base) {
        set_cell(f->reads, t->p->layout.cells);
        set_cell(f->writes, t->p->layout.cells);
        return;
    }
    const variable *v = &t->p->model->shared[of->index];
    bool message = i->kind == INSTR_MANY && holds_messages(v);
    uint64_t *set = message && sends(i->seq)   ? f->sends
                    : message && takes(i->seq) ? f->takes
                    : changes(i)               ? f->writes
                                               : f->reads;
    add_cells(t, set, v, of->index, of->at);
    if (set == f->writes)
        add_cells(t, f->reads, v, of->index, of->at);
}

static void add_function(const program *p, uint32_t which, uint64_t *reads, bool *asked);

static void add_read(const program *p, const instr *i, uint64_t *reads, bool *asked)
{
    const taken nothing = {.p = p};
    if (i->kind == INSTR_CALL)
        add_function(p, i->record, reads, asked);
    if (i->kind != INSTR_LOAD && i->kind != INSTR_MANY)
        return;
    if (i->place.base)
        set_cell(reads, p->layout.cells);
    else if (!i->place.local)
        add_cells(&nothing, reads, &p->model->shared[i->place.index], i->place.index, NULL);
}

static void add_function(const program *p, uint32_t which, uint64_t *reads, bool *asked)
{
    if (asked[which])
        return;
    asked[which] = true;
    for (uint32_t n = 0; n < p->functions[which].count; n++)
        add_read(p, &p->functions[which].code[n], reads, asked);
}

void action_footprint_init(action_footprint *f, const program *p, const routine *r,
                           const int32_t *args)
{
    action_footprint_partly(f, p, r, args, UINT64_MAX);
}

void action_footprint_partly(action_footprint *f, const program *p, const routine *r,
                             const int32_t *args, uint64_t known)
{
    uint32_t words = footprint_words(p);
    uint64_t *sets = memory_new(4 * (size_t)words, sizeof *sets);
    bool asked[MODEL_MAX_FUNCTIONS] = {0};
    taken t = {p, r, args, known};
    *f = (action_footprint){sets, sets + words, sets + 2 * (size_t)words, sets + 3 * (size_t)words};
    for (uint32_t n = 0; n < r->count; n++) {
        const instr *i = &r->code[n];
        bool access = i->kind == INSTR_LOAD || i->kind == INSTR_STORE || i->kind == INSTR_MANY ||
                      i->kind == INSTR_CAS || i->kind == INSTR_DCAS || i->kind == INSTR_SWAP ||
                      i->kind == INSTR_FAA || i->kind == INSTR_LOCK || i->kind == INSTR_UNLOCK ||
                      i->kind == INSTR_LL || i->kind == INSTR_SC;
        if (access)
            add_place(&t, i, &i->place, f);
        if (i->kind == INSTR_DCAS)
            add_place(&t, i, &i->second, f);
        if (i->kind == INSTR_NEW || i->kind == INSTR_FREE) {
            set_cell(f->reads, p->layout.cells);
            set_cell(f->writes, p->layout.cells);
        }
        if (i->kind == INSTR_CALL)
            add_function(p, i->record, f->reads, asked);
    }
}

void action_footprint_fini(action_footprint *f)
{
    free(f->reads);
    *f = (action_footprint){0};
}

typedef struct looker {
    const program *p;
    uint64_t *cells;
    bool asked[MODEL_MAX_FUNCTIONS];
} looker;

static bool look(void *context, const expr *x)
{
    looker *l = context;
    const taken nothing = {.p = l->p};
    const model *m = l->p->model;
    bool of_node = x->kind == EXPR_INDEX && x->a->kind == EXPR_FIELD;
    if (x->kind == EXPR_SHARED || (x->kind == EXPR_INDEX && !of_node))
        for (uint32_t i = x->index; i < x->index + type_width(x->type) && i < m->shared_count; i++)
            add_cells(&nothing, l->cells, &m->shared[i], i, NULL);
    if (x->kind == EXPR_FIELD || x->kind == EXPR_SHAPE)
        set_cell(l->cells, l->p->layout.cells);
    if (x->kind == EXPR_CALL)
        add_function(l->p, x->index, l->cells, l->asked);
    return false;
}

void condition_cells(const program *p, const expr *condition, uint64_t *cells)
{
    looker l = {.p = p, .cells = cells};
    expr_any(condition, look, &l);
}

// The parts of an index, each known.
static bool index_rank(const taken *t, const variable *v, const expr *x, int64_t *out)
{
    int32_t cells[MODEL_MAX_PARTS] = {0};
    bool tuple = x->kind == EXPR_TUPLE;
    uint32_t count = tuple ? x->item_count : 1;
    for (uint32_t i = 0; i < count && i < MODEL_MAX_PARTS; i++) {
        const expr *part = tuple ? x->items[i] : x;
        if (type_width(part->type) != 1 || part->type.kind == TYPE_MASK || !value_of(t, part, out))
            return false;
        cells[i] = (int32_t)*out;
    }
    if (v->index.kind != TYPE_UNIT)
        *out = finite_rank(v->index, cells);
    return *out >= 0 && *out < v->length;
}

// A variable, or an item of an array, that is one cell of a few values.
static bool control_cell(const taken *t, const expr *x, uint32_t *cell)
{
    bool item = x->kind == EXPR_INDEX;
    if ((!item && x->kind != EXPR_SHARED) || (item && x->a->kind != EXPR_SHARED))
        return false;
    const variable *v = &t->p->model->shared[x->index];
    int64_t rank = 0;
    if (v->own || v->derived || !item != !v->length || x->type.optional ||
        variable_unit(t->p, v) != 1 ||
        (x->type.kind != TYPE_BOOL && x->type.kind != TYPE_ENUM && x->type.kind != TYPE_INT) ||
        (item && !index_rank(t, v, x->b, &rank)))
        return false;
    *cell = t->p->layout.variable[x->index] + (uint32_t)rank;
    return true;
}

static bool control_of(const taken *t, const expr *x, control *out)
{
    int64_t value;
    if (x->kind == EXPR_NOT || x->type.kind == TYPE_BOOL) {
        out->value = x->kind != EXPR_NOT;
        if (control_cell(t, x->kind == EXPR_NOT ? x->a : x, &out->cell))
            return true;
    }
    if (x->kind != EXPR_BINARY || x->op != OP_EQ)
        return false;
    const expr *cell = x->a, *other = x->b;
    if (!control_cell(t, cell, &out->cell)) {
        cell = x->b;
        other = x->a;
        if (!control_cell(t, cell, &out->cell))
            return false;
    }
    if (type_width(other->type) != 1 || other->type.optional || !value_of(t, other, &value))
        return false;
    out->value = (int32_t)value;
    return true;
}

// False: the condition was of another kind, and nothing after it counts.
static bool add_controls(const taken *t, const expr *x, control *out, uint32_t *count)
{
    if (x->kind == EXPR_BINARY && x->op == OP_AND)
        return add_controls(t, x->a, out, count) && add_controls(t, x->b, out, count);
    if (*count == MOST_CONTROLS || !control_of(t, x, &out[*count]))
        return false;
    ++*count;
    return true;
}

uint32_t action_controls(const program *p, const routine *r, const int32_t *args,
                         control out[MOST_CONTROLS])
{
    taken t = {p, r, args, UINT64_MAX};
    uint32_t count = 0;
    const block *b = &r->method->body;
    if (b->count && b->items[0]->guard)
        add_controls(&t, b->items[0]->a, out, &count);
    return count;
}
