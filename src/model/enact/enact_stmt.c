// SPDX-License-Identifier: MIT
// Statements and functions.

#include "model/enact/enactor.h"

#include "base/memory.h"

#include "model/syntax/finite_type.h"

#include <string.h>

enum { MOST_TURNS = 10000000, MOST_CALLS = 200 }; // of a loop; inside each other

typedef enum way { GO_ON, BREAKS, CONTINUES, RETURNS } way;

typedef struct running {
    enactor *e;
    type result; // of the function
    enact_value returned;
} running;

static way run_block(running *r, const block *b, uint32_t from);

static void store(enactor *e, const expr *to, const enact_value *v, uint32_t at)
{
    if (!enact_failed(e) && !enact_fits(e->s, to->type, v->cells))
        enact_fail(e, at, "the value is not in the range of its type");
    if (!enact_failed(e) && enact_is_entry(e, to)) {
        enact_open_assign(e, to, v);
        return;
    }
    int64_t *place = enact_failed(e) ? NULL : enact_place(e, to);
    if (place && type_is_open_set(e->s->m, to->type))
        enact_open_store(e, place, v->cells[0]);
    else if (place)
        memcpy(place, v->cells, enact_width(to->type) * sizeof *place);
}

static void assign(enactor *e, const stmt *s)
{
    enact_value v;
    if (!s->updates) {
        v = enact_eval_as(e, s->b, s->a->type);
        store(e, s->a, &v, s->b->at);
        return;
    }
    const expr update = {.kind = EXPR_BINARY,
                         .op = s->b->op,
                         .a = s->a,
                         .b = s->b->b,
                         .at = s->a->at,
                         .type = s->b->type};
    v = enact_eval(e, &update);
    store(e, s->a, &v, s->a->at);
}

static void change_set(enactor *e, const expr *x)
{
    uint64_t bit = enact_bit(e, x->a->type.parts[0], x->items[0]);
    enact_value v = enact_eval(e, x->a);
    bool adds = strcmp(x->name, "add") == 0;
    v.cells[0] = adds ? v.cells[0] | (int64_t)bit : v.cells[0] & ~(int64_t)bit;
    store(e, x->a, &v, x->at);
}

// What changes a set, a seq or a machine.
static void effect(enactor *e, const expr *x)
{
    if (x->a->type.use == USE_MACHINE || x->a->type.kind == TYPE_SEQ)
        enact_eval(e, x);
    else if (type_is_open_set(e->s->m, x->a->type))
        enact_open_change(e, x);
    else
        change_set(e, x);
}

static void declare(enactor *e, const stmt *s)
{
    enact_value v = {0};
    type t = s->declared->type;
    if (s->a)
        v = enact_eval_as(e, s->a, t);
    else
        enact_zero(e->s, t, v.cells);
    enact_bind(e, s->declared->name, t, &v, s->at);
}

// Which instance: the number that its parameters are the digits of, or the identifier.
static int64_t address(enactor *e, const expr *index, const component *to)
{
    const system_part *part = to->part;
    int64_t number = 0;
    for (uint32_t i = 0; i < part->domain_count; i++) {
        const expr *x = part->domain_count > 1 ? index->items[i] : index;
        enact_value v = enact_eval_as(e, x, part->domains[i]);
        if (to->is_operation || enact_failed(e))
            return v.cells[0];
        number =
            number * type_card(part->domains[i]) + (int64_t)enact_rank(part->domains[i], v.cells);
    }
    return number;
}

static void send(enactor *e, const stmt *s)
{
    const message_kind *kind = &e->s->m->messages[s->a->index];
    const expr *name = s->b->kind == EXPR_INDEX ? s->b->a : s->b;
    enact_sent it = {.message = s->a->index,
                     .to = component_named(e->s, name->name),
                     .each = s->b->kind != EXPR_INDEX};
    for (uint32_t i = 0; i < s->a->item_count; i++)
        it.parts[i] = enact_eval_as(e, s->a->items[i], kind->params[i].type);
    if (!it.each)
        it.who = address(e, s->b->b, it.to);
    if (enact_failed(e))
        return;
    enact_outcome *out = e->out;
    MEMORY_GROW(out->sent, out->sent_capacity, out->sent_count + 1);
    out->sent[out->sent_count++] = it;
}

static way run_loop(running *r, const stmt *s)
{
    uint32_t turns = 0;
    while (!s->a || enact_true(r->e, s->a)) {
        way w = run_block(r, &s->body, 0);
        if (w == BREAKS || enact_failed(r->e))
            return GO_ON;
        if (w == RETURNS)
            return w;
        run_block(r, &s->other, 0);
        if (++turns == MOST_TURNS)
            enact_fail(r->e, s->at, "the loop does not end");
    }
    return GO_ON;
}

static way run_stmt(running *r, const stmt *s)
{
    enactor *e = r->e;
    switch (s->kind) {
    case STMT_DECLARE:
        declare(e, s);
        return GO_ON;
    case STMT_ASSIGN:
        assign(e, s);
        return GO_ON;
    case STMT_EXPR:
        effect(e, s->a);
        return GO_ON;
    case STMT_IF:
        return run_block(r, enact_true(e, s->a) ? &s->body : &s->other, 0);
    case STMT_WHILE:
        return run_loop(r, s);
    case STMT_BREAK:
        return BREAKS;
    case STMT_CONTINUE:
        return CONTINUES;
    case STMT_RETURN:
        if (s->a)
            r->returned = enact_eval_as(e, s->a, r->result);
        return RETURNS;
    case STMT_ASSERT:
        if (!enact_true(e, s->a))
            enact_fail(e, s->at, "an assertion fails");
        return GO_ON;
    case STMT_BLOCK:
        return run_block(r, &s->body, 0);
    case STMT_SEND:
        send(e, s);
        return GO_ON;
    default:
        enact_fail(e, s->at, enact_unknown);
        return GO_ON;
    }
}

static way run_block(running *r, const block *b, uint32_t from)
{
    uint32_t before = r->e->count;
    way w = GO_ON;
    for (uint32_t i = from; i < b->count && w == GO_ON && !enact_failed(r->e); i++)
        w = run_stmt(r, b->items[i]);
    r->e->count = before;
    return w;
}

enact_value enact_call(enactor *e, const expr *x)
{
    const method *f = e->s->m->functions[x->index];
    uint32_t before = e->count, frame = e->frame;
    enact_value given[MODEL_MAX_ARGS];
    if (e->depth == MOST_CALLS)
        return enact_fail(e, x->at, "there are too many calls inside each other");
    for (uint32_t i = 0, at = 0; i < x->item_count; i++) {
        type want = variable_type(&f->locals[at]);
        given[i] = enact_eval_as(e, x->items[i], want);
        at += type_width(want);
    }
    for (uint32_t i = 0, at = 0; i < x->item_count; i++) {
        type want = variable_type(&f->locals[at]);
        enact_bind(e, variable_name(&f->locals[at]), want, &given[i], x->at);
        at += type_width(want);
    }
    e->frame = before;
    e->depth++;
    running r = {.e = e, .result = f->result};
    run_block(&r, &f->body, 0);
    e->depth--;
    e->frame = frame;
    e->count = before;
    return r.returned;
}

void enact_run(enactor *e, const block *b, uint32_t from)
{
    running r = {.e = e};
    run_block(&r, b, from);
}
