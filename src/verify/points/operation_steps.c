// SPDX-License-Identifier: MIT
// See operation_steps.h.

#include "verify/points/operation_steps.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct operation_steps {
    const transition_system *s;
    bool inner;
    intern *labels, *places;
    uint32_t methods[]; // of each pc: whose it is
};

operation_steps *operation_steps_new(const transition_system *s, bool inner)
{
    operation_steps *x =
        memory_new(1, sizeof *x + ((size_t)s->p->pc_count + 1) * sizeof *x->methods);
    x->s = s;
    x->inner = inner;
    x->labels = intern_new();
    x->places = intern_new();
    for (uint32_t k = 0; k < s->p->routine_count; k++) {
        const routine *r = &s->p->routines[k];
        for (uint32_t i = 0; i < r->count; i++)
            if (r->code[i].yields)
                x->methods[r->code[i].pc] = k;
        x->methods[r->return_pc] = k;
    }
    return x;
}

void operation_steps_free(operation_steps *x)
{
    if (!x)
        return;
    intern_free(x->labels);
    intern_free(x->places);
    free(x);
}

result_kind result_kind_of(lp_value v)
{
    if (lp_value_equal(v, LP_TRUE))
        return RESULT_TRUE;
    if (lp_value_equal(v, LP_FALSE))
        return RESULT_FALSE;
    return lp_is_nil(v) ? RESULT_NONE : RESULT_OTHER;
}

static operation_place place_of(const operation_steps *x, const move *m, const int32_t *after)
{
    const transition_system *s = x->s;
    const layout *l = &s->p->layout;
    const int32_t *mine = after + l->threads + (size_t)m->thread * l->thread_stride;
    bool inner = m->kind == LABEL_INTERNAL;
    operation_place p = {.pc = m->pc, .after = (uint32_t)mine[THREAD_PC]};
    p.method = inner ? x->methods[m->pc] : m->method;
    const method *f = s->p->object->methods[p.method];
    if (m->kind == LABEL_RETURN)
        p.result = result_kind_of(m->result);
    else if (s->returns[p.after])
        p.result = f->result.kind == TYPE_UNIT
                       ? RESULT_OTHER
                       : result_kind_of(system_result(s, p.method, mine + THREAD_RESULT));
    return p;
}

uint32_t operation_step_label(void *steps, const move *m, const int32_t *after)
{
    operation_steps *x = steps;
    if (m->kind == LABEL_INTERNAL && !x->inner)
        return LABEL_UNSEEN;
    operation_place at = place_of(x, m, after);
    operation_step step;
    memset(&step, 0, sizeof step);
    step.kind = (uint32_t)m->kind;
    step.thread = m->thread;
    step.place = intern_add(x->places, &at, sizeof at);
    step.offer = m->kind == LABEL_CALL ? m->offer : 0;
    step.result.kind = m->result.kind;
    step.result.bits = m->result.bits;
    return 1 + intern_add(x->labels, &step, sizeof step);
}

operation_step operation_step_get(const operation_steps *x, uint32_t label)
{
    operation_step step;
    memcpy(&step, intern_get(x->labels, label - 1, NULL), sizeof step);
    return step;
}

operation_place operation_step_place(const operation_steps *x, uint32_t number)
{
    operation_place at;
    memcpy(&at, intern_get(x->places, number, NULL), sizeof at);
    return at;
}

uint32_t operation_steps_method(const operation_steps *x, uint32_t pc)
{
    return x->methods[pc];
}

uint32_t operation_place_count(const operation_steps *x)
{
    return intern_count(x->places);
}

history_event operation_step_event(const operation_steps *x, uint32_t label)
{
    operation_step step = operation_step_get(x, label);
    return (history_event){
        .kind = (label_kind)step.kind,
        .process = step.thread,
        .method = operation_step_place(x, step.place).method,
        .value = step.kind == LABEL_CALL ? x->s->offers[step.offer].arg : step.result,
    };
}
