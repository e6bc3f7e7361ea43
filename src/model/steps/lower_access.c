// SPDX-License-Identifier: MIT
// Lowering what reads and writes shared memory.

#include "model/steps/lowering.h"

// Places that may be tuples, what is expected there and what is to be written: all parts
// are compared, then all are written, in one step.
typedef struct wide {
    const expr *where[2], *want[2], *fresh[2];
    uint32_t count;
} wide;

static const expr *all_equal(lowering *l, const expr *so_far, const expr *const *a,
                             const expr *const *b, uint32_t count, uint32_t at)
{
    for (uint32_t i = 0; i < count; i++) {
        const expr *one = binary_expr(l, OP_EQ, a[i], b[i], at);
        so_far = so_far ? binary_expr(l, OP_AND, so_far, one, at) : one;
    }
    return so_far;
}

static const expr *lower_compare(lowering *l, const wide *w, uint32_t at)
{
    const expr *want[2][MODEL_MAX_PARTS], *fresh[2][MODEL_MAX_PARTS], *is[MODEL_MAX_PARTS];
    place where[2];
    uint32_t done = label_new(l);
    for (uint32_t k = 0; k < w->count; k++)
        where[k] = lower_place(l, w->where[k]);
    for (uint32_t k = 0; k < w->count; k++)
        lower_parts(l, w->want[k], want[k]);
    for (uint32_t k = 0; k < w->count; k++)
        lower_parts(l, w->fresh[k], fresh[k]);
    const expr *same = NULL;
    for (uint32_t k = 0; k < w->count; k++) {
        type t = w->where[k]->type;
        load_parts(l, &where[k], t, at, is);
        l->atomic += k == 0; // the first begins the step
        same = all_equal(l, same, is, want[k], type_width(t), at);
        for (uint32_t i = 0; i < type_width(t); i++)
            fresh[k][i] = lower_fit(l, fresh[k][i], type_part(t, i));
    }
    // What gets the answer may be a variable that stands in a new value.
    slot whole = temp_new(l, same->type);
    lower_move(l, whole, same, at);
    branch_unless(l, same, done, l->r->temp_count);
    for (uint32_t k = 0; k < w->count; k++)
        lower_store(l, &where[k], fresh[k], type_width(w->where[k]->type), at);
    label_here(l, done);
    l->atomic--;
    return temp_expr(l, whole);
}

void lower_dcas(lowering *l, const expr *x, slot to)
{
    const expr *const *v = (const expr *const *)x->items;
    if (v[0]->type.kind == TYPE_TUPLE || v[1]->type.kind == TYPE_TUPLE) {
        wide both = {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}, 2};
        lower_move(l, to, lower_compare(l, &both, x->at), x->at);
        return;
    }
    place first = lower_place(l, v[0]), second = lower_place(l, v[1]);
    const expr *values[4];
    for (int k = 0; k < 4; k++)
        values[k] = lower_value(l, v[2 + k]);
    instr *i = lower_add(l, INSTR_DCAS, x->at);
    i->place = first;
    i->second = second;
    i->a = values[0];
    i->b = values[1];
    i->c = lower_fit(l, values[2], v[0]->type);
    i->d = lower_fit(l, values[3], v[1]->type);
    i->to = to;
}

void lower_cas(lowering *l, const expr *x, slot to)
{
    if (x->a->type.kind == TYPE_TUPLE) {
        wide one = {{x->a}, {x->b}, {x->c}, 1};
        lower_move(l, to, lower_compare(l, &one, x->at), x->at);
        return;
    }
    place where = lower_place(l, x->a);
    const expr *expected = lower_value(l, x->b), *fresh = lower_value(l, x->c);
    instr *i = lower_add(l, INSTR_CAS, x->at);
    i->place = where;
    i->a = expected;
    i->b = lower_fit(l, fresh, x->a->type);
    i->to = to;
}

void lower_swap(lowering *l, const expr *x, const expr **out)
{
    const expr *fresh[MODEL_MAX_PARTS];
    type t = x->a->type;
    place where = lower_place(l, x->a);
    lower_parts(l, x->b, fresh);
    load_parts(l, &where, t, x->at, out);
    l->atomic++;
    for (uint32_t i = 0; i < type_width(t); i++)
        fresh[i] = lower_fit(l, fresh[i], type_part(t, i));
    lower_store(l, &where, fresh, type_width(t), x->at);
    l->atomic--;
}

void lower_choose(lowering *l, const expr *x, slot to)
{
    const expr *low = lower_value(l, x->a), *high = lower_value(l, x->b);
    instr *i = lower_add(l, INSTR_CHOOSE, x->at);
    i->a = low;
    i->b = high;
    i->to = to;
}

// Loads, and what reads and writes one place at once.
void lower_access(lowering *l, const expr *x, instr_kind kind, slot to)
{
    bool load = kind == INSTR_LOAD;
    place where = lower_place(l, load ? x : x->a);
    const expr *value = !load && x->b ? lower_value(l, x->b) : NULL;
    type of = load ? x->type : x->a->type;
    instr *i = lower_add(l, kind, x->at);
    i->place = where;
    i->to = to;
    i->limit = of;
    i->a = value && kind != INSTR_FAA ? lower_fit(l, value, of) : value;
    if (load)
        i->yields &= !place_silent(l, &where);
}

void lower_many(lowering *l, const expr *x, slot to)
{
    const expr **items = model_allocate(l->p->scratch, sizeof *items * 2 * MODEL_MAX_PARTS);
    place where = lower_place(l, x->a);
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        const expr *parts[MODEL_MAX_PARTS] = {NULL};
        type want = x->a->type.parts[i];
        lower_parts(l, x->items[i], parts);
        for (uint32_t k = 0; k < type_width(want); k++)
            items[count++] = lower_fit(l, parts[k], type_part(want, k));
    }
    instr *n = lower_add(l, INSTR_MANY, x->at);
    n->place = where;
    n->yields &= !place_silent(l, &where);
    n->seq = x->seq;
    n->limit = x->a->type;
    n->to = to;
    n->items = items;
    n->item_count = count;
    n->width = type_width(x->type);
}
