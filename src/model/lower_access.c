// SPDX-License-Identifier: MIT
// Lowering what reads and writes shared memory.

#include "model/lowering.h"

void lower_dcas(lowering *l, const expr *x, slot to)
{
    place first = lower_place(l, x->items[0]), second = lower_place(l, x->items[1]);
    const expr *values[4];
    for (int k = 0; k < 4; k++)
        values[k] = lower_value(l, x->items[2 + k]);
    instr *i = lower_add(l, INSTR_DCAS, x->at);
    i->place = first;
    i->second = second;
    i->a = values[0];
    i->b = values[1];
    i->c = lower_fit(l, values[2], x->items[0]->type);
    i->d = lower_fit(l, values[3], x->items[1]->type);
    i->to = to;
}

// Of a tuple: all parts are compared, then all are written, in one step.
static void lower_wide_cas(lowering *l, const expr *x, slot to)
{
    const expr *want[MODEL_MAX_PARTS], *fresh[MODEL_MAX_PARTS], *is[MODEL_MAX_PARTS];
    uint32_t count = type_width(x->a->type), done = label_new(l);
    place where = lower_place(l, x->a);
    lower_parts(l, x->b, want);
    lower_parts(l, x->c, fresh);
    load_parts(l, &where, x->a->type, x->at, is);
    l->atomic++;
    const expr *same = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const expr *one = binary_expr(l, OP_EQ, is[i], want[i], x->at);
        same = same ? binary_expr(l, OP_AND, same, one, x->at) : one;
        fresh[i] = lower_fit(l, fresh[i], type_part(x->a->type, i));
    }
    lower_move(l, to, same, x->at);
    branch_unless(l, same, done, l->r->temp_count);
    lower_store(l, &where, fresh, count, x->at);
    label_here(l, done);
    l->atomic--;
}

void lower_cas(lowering *l, const expr *x, slot to)
{
    if (x->a->type.kind == TYPE_TUPLE) {
        // `to` may be a variable that stands in the new value.
        slot whole = temp_new(l, x->type);
        lower_wide_cas(l, x, whole);
        lower_move(l, to, temp_expr(l, whole), x->at);
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
    const expr **items = model_allocate(l->p->scratch, 2 * MODEL_MAX_PARTS * sizeof *items);
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
