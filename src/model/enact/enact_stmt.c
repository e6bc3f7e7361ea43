// SPDX-License-Identifier: MIT
// Statements, functions and actions.

#include "model/enact/enactor.h"

#include "base/memory.h"

#include "model/syntax/finite_type.h"

#include <stdlib.h>
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
    int64_t *place = enact_failed(e) ? NULL : enact_place(e, to);
    if (place)
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
    int64_t *place = enact_failed(e) ? NULL : enact_place(e, x->a);
    if (place)
        *place = strcmp(x->name, "add") == 0 ? *place | (int64_t)bit : *place & ~(int64_t)bit;
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
        change_set(e, s->a);
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

// ---- Components ----

static bool value_known(const model *m, type t)
{
    if (t.kind == TYPE_MASK)
        return type_is_closed(m, t.parts[0]);
    for (uint32_t i = 0; i < t.part_count; i++)
        if (!value_known(m, t.parts[i]))
            return false;
    return !type_many(t) && t.kind != TYPE_POINTER;
}

static bool variable_known(const model *m, const variable *v, type t)
{
    return value_known(m, t) &&
           (!v->length || v->index.kind == TYPE_UNIT || type_is_closed(m, v->index));
}

bool enact_known(const component_system *s, const component *c, error *e)
{
    const model *m = s->m;
    for (uint32_t i = c->u->shared_from; i < c->u->shared_to; i++)
        if (!variable_known(m, &m->shared[i], variable_type(&m->shared[i])))
            return source_error(&m->source, e, m->shared[i].at, NULL, "%s: %s",
                                variable_name(&m->shared[i]), enact_unknown);
    for (uint32_t i = 0; i < c->u->method_count; i++) {
        const method *f = c->u->methods[i];
        bool called = f->role != ACTION_INPUT || f->message;
        for (uint32_t k = 0; k < c->operation_count; k++)
            called |= strcmp(c->operations[k].call->head->name, f->name) == 0;
        if (!called)
            return source_error(&m->source, e, f->at, NULL,
                                "an action that two components share: %s", enact_unknown);
    }
    for (uint32_t i = 0; i < m->message_count; i++)
        for (uint32_t k = 0; k < m->messages[i].param_count; k++)
            if (!value_known(m, m->messages[i].params[k].type))
                return source_error(&m->source, e, m->messages[i].at, NULL, "%s: %s",
                                    m->messages[i].name, enact_unknown);
    return true;
}

void enact_part_init(enact_part *p, const component_system *s, const component *c)
{
    *p = (enact_part){.s = s, .component = c};
    for (uint32_t i = c->u->shared_from; i < c->u->shared_to;) {
        const variable *v = &s->m->shared[i];
        type t = variable_type(v);
        p->offsets[i - c->u->shared_from] = p->cells;
        p->cells += enact_width(t) * (v->length ? v->length : 1);
        i += type_width(t);
    }
}

int64_t *enact_variable(const enact_part *p, int64_t *state, uint32_t shared)
{
    return state + p->offsets[shared - p->component->u->shared_from];
}

static void start(enactor *e, const enact_part *p, int64_t who, int64_t *state, enact_outcome *out)
{
    e->part = p;
    e->s = p->s;
    e->who = who;
    e->state = state;
    e->out = out;
    e->count = e->frame = e->depth = 0;
    out->enabled = true;
    out->problem = NULL;
    out->sent_count = 0;
}

static void initial_value(enactor *e, uint32_t shared)
{
    const variable *v = &e->s->m->shared[shared];
    type t = variable_type(v);
    uint32_t width = enact_width(t);
    int64_t *cells = enact_variable(e->part, e->state, shared);
    const expr *x = v->initial;
    for (uint32_t i = 0; i < (v->length ? v->length : 1); i++, cells += width) {
        enact_zero(e->s, t, cells);
        const expr *own = x && x->kind == EXPR_LIST ? i < x->item_count ? x->items[i] : NULL : x;
        if (!own)
            continue;
        enact_value first = enact_eval_as(e, own, t);
        memcpy(cells, first.cells, width * sizeof *cells);
    }
}

void enact_begin(const enact_part *p, int64_t who, int64_t *state, enact_outcome *out)
{
    const unit *u = p->component->u;
    enactor e;
    start(&e, p, who, state, out);
    for (uint32_t i = u->shared_from; i < u->shared_to;
         i += type_width(variable_type(&p->s->m->shared[i])))
        initial_value(&e, i);
    running r = {.e = &e};
    if (u->init)
        run_block(&r, &u->init->body, 0);
}

static void bind_arguments(enactor *e, const enact_step *step)
{
    const method *f = step->action;
    const component *from = f->message ? component_named(e->s, f->sender) : NULL;
    for (uint32_t i = 0, k = 0; i < f->param_count; k++) {
        type t = variable_type(&f->locals[i]);
        enact_bind(e, variable_name(&f->locals[i]), t, &step->arguments[k], f->at);
        i += type_width(t);
    }
    for (uint32_t i = 0; from && i < f->sender_count; i++) {
        enact_value v = enact_parameter(from, i, step->sender);
        enact_bind(e, f->sender_names[i], from->part->domains[i], &v, f->at);
    }
}

void enact_take(const enact_part *p, const enact_step *step, int64_t *state, enact_outcome *out)
{
    const block *body = &step->action->body;
    const stmt *guard = body->count && body->items[0]->guard ? body->items[0] : NULL;
    enactor e;
    start(&e, p, step->who, state, out);
    bind_arguments(&e, step);
    out->enabled = !guard || enact_true(&e, guard->a);
    running r = {.e = &e};
    if (out->enabled)
        run_block(&r, body, guard != NULL);
}

enact_value enact_fixed(const enact_part *p, const enact_step *step, int64_t *state,
                        const expr *fixed, enact_outcome *out)
{
    enactor e;
    start(&e, p, step->who, state, out);
    return enact_eval(&e, fixed);
}

void enact_outcome_fini(enact_outcome *out)
{
    free(out->sent);
    *out = (enact_outcome){0};
}
