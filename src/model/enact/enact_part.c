// SPDX-License-Identifier: MIT
// Components: their states, how they begin, and the actions that they take.

#include "model/enact/enactor.h"

#include "base/memory.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

// ---- What is known ----

static bool value_known(const model *m, type t)
{
    if (enact_width(t) > ENACT_CELLS || t.use == USE_MACHINE || (t.use && t.optional))
        return false;
    if (t.kind == TYPE_MASK)
        return type_is_closed(m, t.parts[0]);
    for (uint32_t i = 0; i < t.part_count; i++)
        if (!value_known(m, t.parts[i]))
            return false;
    return !type_many(t) && t.kind != TYPE_POINTER;
}

static bool is_open_index(const model *m, const variable *v)
{
    return v->length && v->index.kind != TYPE_UNIT && !type_is_closed(m, v->index);
}

static bool variable_known(const model *m, const variable *v, type t)
{
    if (t.use == USE_MACHINE || t.kind == TYPE_SEQ || type_is_open_set(m, t))
        return !v->length && (t.use == USE_MACHINE || value_known(m, t.parts[0]));
    return value_known(m, t) && (!is_open_index(m, v) || value_known(m, v->index));
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
                                "an input that nobody here has as an output: %s", enact_unknown);
    }
    for (uint32_t i = 0; i < m->message_count; i++)
        for (uint32_t k = 0; k < m->messages[i].param_count; k++)
            if (!value_known(m, m->messages[i].params[k].type))
                return source_error(&m->source, e, m->messages[i].at, NULL, "%s: %s",
                                    m->messages[i].name, enact_unknown);
    return true;
}

// ---- States ----

// The cell that refers to a block; UINT32_MAX: there is none.
static uint32_t block_cell(const component_system *s, const variable *v)
{
    type t = variable_type(v);
    if (t.use == USE_MACHINE)
        return ENACT_MACHINE - 1;
    return is_open_index(s->m, v) || t.kind == TYPE_SEQ || type_is_open_set(s->m, t) ? 0
                                                                                     : UINT32_MAX;
}

void enact_part_init(enact_part *p, const component_system *s, const component *c)
{
    *p = (enact_part){.s = s, .component = c};
    for (uint32_t i = c->u->shared_from; i < c->u->shared_to;) {
        const variable *v = &s->m->shared[i];
        type t = variable_type(v);
        uint32_t refers = block_cell(s, v);
        bool items = v->length && refers == UINT32_MAX;
        p->offsets[i - c->u->shared_from] = p->cells;
        if (refers != UINT32_MAX)
            p->blocks[p->block_count++] = p->cells + refers;
        p->cells += refers == 0 ? 1 : enact_width(t) * (items ? v->length : 1);
        i += type_width(t);
    }
}

int64_t *enact_state_new(const enact_part *p)
{
    return memory_new(p->cells + 1, sizeof(int64_t));
}

int64_t *enact_state_copy(const enact_part *p, const int64_t *state)
{
    for (uint32_t i = 0; i < p->block_count; i++)
        enact_many_hold(state[p->blocks[i]]);
    return memory_copy(state, (p->cells + 1) * sizeof *state);
}

void enact_state_free(const enact_part *p, int64_t *state)
{
    for (uint32_t i = 0; state && i < p->block_count; i++)
        enact_many_release(state[p->blocks[i]]);
    free(state);
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
    e->made = NULL;
    e->made_count = e->made_capacity = 0;
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
    if (t.use == USE_MACHINE) {
        enact_machine_begin(e, cells);
        return;
    }
    if (block_cell(e->s, v) != UINT32_MAX) {
        enact_value first = {0};
        if (x)
            first = enact_eval_as(e, x, t);
        enact_open_store(e, cells, first.cells[0]);
        return;
    }
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
    if (u->init)
        enact_run(&e, &u->init->body, 0);
    enact_open_end(&e);
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
    if (out->enabled)
        enact_run(&e, body, guard != NULL);
    enact_open_end(&e);
}

enact_value enact_fixed(const enact_part *p, const enact_step *step, int64_t *state,
                        const expr *fixed, enact_outcome *out)
{
    enactor e;
    start(&e, p, step->who, state, out);
    enact_value v = enact_eval(&e, fixed);
    enact_open_end(&e);
    return v;
}

void enact_outcome_fini(enact_outcome *out)
{
    free(out->sent);
    *out = (enact_outcome){0};
}
