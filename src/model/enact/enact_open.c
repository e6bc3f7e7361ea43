// SPDX-License-Identifier: MIT
// Sets of what has no end, arrays whose index has none, and seqs. Of an array the items are kept that are
// not what they were first, with their index.

#include "model/enact/enactor.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static enact_value one(int64_t n)
{
    return (enact_value){.cells = {n}};
}

// It is there until the step is over.
static enact_many *lasting(enactor *e, enact_many *m)
{
    MEMORY_GROW(e->made, e->made_capacity, e->made_count + 1);
    e->made[e->made_count++] = enact_many_cell(m);
    return m;
}

enact_many *enact_open_new(enactor *e, uint32_t width)
{
    return lasting(e, enact_many_new(width));
}

static enact_many *changed_copy(enactor *e, int64_t cell, uint32_t width)
{
    return lasting(e, enact_many_copy(cell, width));
}

// What was there before may still be looked at in this step.
void enact_open_store(enactor *e, int64_t *place, int64_t cell)
{
    enact_many_hold(cell);
    MEMORY_GROW(e->made, e->made_capacity, e->made_count + 1);
    e->made[e->made_count++] = *place;
    *place = cell;
}

void enact_open_end(enactor *e)
{
    for (uint32_t i = 0; i < e->made_count; i++)
        enact_many_release(e->made[i]);
    free(e->made);
    e->made = NULL;
    e->made_count = e->made_capacity = 0;
}

// ---- Sets ----

void enact_open_put(const enactor *e, enact_many *m, type item, const enact_value *v)
{
    size_t at;
    if (!enact_many_find(e->s, item, enact_many_cell(m), v->cells, &at))
        enact_many_insert(m, at, v->cells);
}

enact_value enact_open_literal(enactor *e, const expr *x)
{
    type item = x->type.parts[0];
    enact_many *m = enact_open_new(e, enact_width(item));
    for (uint32_t i = 0; i < x->item_count; i++) {
        enact_value v = enact_eval_as(e, x->items[i], item);
        if (!enact_failed(e))
            enact_open_put(e, m, item, &v);
    }
    return one(enact_many_cell(m));
}

bool enact_open_has(const enactor *e, type item, int64_t set, const enact_value *v)
{
    size_t at;
    return enact_many_find(e->s, item, set, v->cells, &at);
}

static bool is_kept(binary_op op, int order)
{
    return op == OP_BIT_OR || (op == OP_BIT_XOR && order != 0) ||
           (op == OP_BIT_AND && order == 0) || (op == OP_SUB && order < 0);
}

enact_value enact_open_binary(enactor *e, binary_op op, type item, int64_t a, int64_t b)
{
    size_t i = 0, k = 0, first = enact_many_count(a), second = enact_many_count(b);
    size_t only_a = 0, only_b = 0;
    enact_many *made = enact_open_new(e, enact_width(item));
    while (i < first || k < second) {
        int order = k == second ? -1 : 1;
        if (i < first && k < second)
            order = enact_compare(e->s, item, enact_many_item(a, i), enact_many_item(b, k));
        if (is_kept(op, order))
            enact_many_insert(made, made->count,
                              order > 0 ? enact_many_item(b, k) : enact_many_item(a, i));
        only_a += order < 0;
        only_b += order > 0;
        i += order <= 0;
        k += order >= 0;
    }
    switch (op) {
    case OP_EQ:
        return one(!only_a && !only_b);
    case OP_NE:
        return one(only_a || only_b);
    case OP_LE:
        return one(!only_a);
    case OP_GE:
        return one(!only_b);
    case OP_LT:
        return one(!only_a && only_b);
    case OP_GT:
        return one(!only_b && only_a);
    default:
        return one(enact_many_cell(made));
    }
}

void enact_open_change(enactor *e, const expr *x)
{
    type item = x->a->type.parts[0];
    enact_value v = enact_eval_as(e, x->items[0], item);
    int64_t *place = enact_failed(e) ? NULL : enact_place(e, x->a);
    bool adds = strcmp(x->name, "add") == 0;
    size_t at;
    if (!place || enact_many_find(e->s, item, *place, v.cells, &at) == adds)
        return;
    enact_many *m = changed_copy(e, *place, enact_width(item));
    if (adds)
        enact_many_insert(m, at, v.cells);
    else
        enact_many_remove(m, at);
    enact_open_store(e, place, enact_many_cell(m));
}

// ---- Arrays ----

bool enact_is_entry(const enactor *e, const expr *x)
{
    return x->kind == EXPR_INDEX && is_open_array(e->s->m, x->a);
}

enact_value enact_open_entry(enactor *e, const expr *x)
{
    const variable *v = &e->s->m->shared[x->a->index];
    type of = variable_type(v);
    enact_value key = enact_eval_as(e, x->b, v->index), found = {0};
    int64_t array = *enact_variable(e->part, e->state, x->a->index);
    size_t at;
    if (enact_failed(e))
        return found;
    enact_zero(e->s, of, found.cells);
    if (enact_many_find(e->s, v->index, array, key.cells, &at))
        memcpy(found.cells, enact_many_item(array, at) + enact_width(v->index),
               enact_width(of) * sizeof *found.cells);
    return found;
}

void enact_open_assign(enactor *e, const expr *to, const enact_value *value)
{
    const variable *v = &e->s->m->shared[to->a->index];
    type of = variable_type(v);
    uint32_t before = enact_width(v->index), width = before + enact_width(of);
    enact_value key = enact_eval_as(e, to->b, v->index), first = {0};
    int64_t item[2 * ENACT_CELLS] = {0};
    size_t at;
    if (enact_failed(e))
        return;
    int64_t *place = enact_variable(e->part, e->state, to->a->index);
    enact_many *m = changed_copy(e, *place, width);
    memcpy(item, key.cells, before * sizeof *item);
    memcpy(item + before, value->cells, enact_width(of) * sizeof *item);
    enact_zero(e->s, of, first.cells);
    if (enact_many_find(e->s, v->index, *place, key.cells, &at))
        enact_many_remove(m, at);
    if (enact_compare(e->s, of, value->cells, first.cells) != 0)
        enact_many_insert(m, at, item);
    enact_open_store(e, place, enact_many_cell(m));
}

// ---- Seqs ----

static bool is(const expr *x, const char *name)
{
    return strcmp(x->name, name) == 0;
}

static bool find_equal(const enactor *e, type item, int64_t seq, const enact_value *v, size_t *at)
{
    for (*at = 0; *at < enact_many_count(seq); ++*at)
        if (enact_compare(e->s, item, enact_many_item(seq, *at), v->cells) == 0)
            return true;
    return false;
}

// front, back, pop, pop_front
static enact_value at_end(enactor *e, const expr *x, int64_t *place, uint32_t width)
{
    enact_value v = {0};
    size_t count = enact_many_count(*place);
    if (!count)
        return enact_fail(e, x->at, "the seq is empty");
    size_t at = is(x, "back") || is(x, "pop") ? count - 1 : 0;
    memcpy(v.cells, enact_many_item(*place, at), width * sizeof *v.cells);
    if (strncmp(x->name, "pop", 3) == 0) {
        enact_many *m = changed_copy(e, *place, width);
        enact_many_remove(m, at);
        enact_open_store(e, place, enact_many_cell(m));
    }
    return v;
}

enact_value enact_seq_operation(enactor *e, const expr *x)
{
    type item = x->a->type.parts[0];
    uint32_t width = enact_width(item);
    enact_value v = x->item_count ? enact_eval_as(e, x->items[0], item) : one(0);
    int64_t *place = enact_failed(e) ? NULL : enact_place(e, x->a);
    size_t at;
    if (!place)
        return one(0);
    if (is(x, "len"))
        return one((int64_t)enact_many_count(*place));
    if (is(x, "empty"))
        return one(enact_many_count(*place) == 0);
    if (is(x, "has"))
        return one(find_equal(e, item, *place, &v, &at));
    if (!x->item_count)
        return at_end(e, x, place, width);
    bool removes = is(x, "remove");
    if (removes && !find_equal(e, item, *place, &v, &at))
        return one(false);
    enact_many *m = changed_copy(e, *place, width);
    if (removes)
        enact_many_remove(m, at);
    else
        enact_many_insert(m, is(x, "push") ? m->count : 0, v.cells);
    enact_open_store(e, place, enact_many_cell(m));
    return one(true);
}
