// SPDX-License-Identifier: MIT
// A program: its methods lowered, their steps numbered, their cells laid out.

#include "model/steps/program.h"

#include "base/memory.h"
#include "model/steps/invisible_access.h"
#include "model/steps/local_liveness.h"
#include "model/steps/lower.h"

#include <stdlib.h>

enum { FEW_ITEMS = 4 };

static void temps_used(const expr *x, uint32_t at, uint32_t *last)
{
    if (!x)
        return;
    if (x->kind == EXPR_TEMP)
        last[x->index] = at;
    temps_used(x->a, at, last);
    temps_used(x->b, at, last);
    temps_used(x->c, at, last);
    for (uint32_t i = 0; i < x->item_count; i++)
        temps_used(x->items[i], at, last);
}

static uint32_t instr_width(const instr *i)
{
    return i->width ? i->width : 1;
}

// A temporary needs a cell when a step begins between its first definition and
// its last use. Inside an expression control only goes forward, so the order of
// the instructions is enough.
static void temps_keep(routine *r)
{
    uint32_t *first = memory_new(r->temp_count + 1, sizeof *first);
    uint32_t *last = memory_new(r->temp_count + 1, sizeof *last);
    for (uint32_t i = r->count; i-- > 0;)
        for (uint32_t k = 0; r->code[i].to.kind == SLOT_TEMP && k < instr_width(&r->code[i]); k++)
            first[r->code[i].to.index + k] = i;
    for (uint32_t i = 0; i < r->count; i++) {
        const instr *c = &r->code[i];
        temps_used(c->a, i, last);
        temps_used(c->b, i, last);
        temps_used(c->c, i, last);
        temps_used(c->d, i, last);
        temps_used(c->place.base, i, last);
        temps_used(c->place.at, i, last);
        temps_used(c->second.base, i, last);
        temps_used(c->second.at, i, last);
        for (uint32_t k = 0; k < c->item_count; k++)
            temps_used(c->items[k], i, last);
    }
    for (uint32_t t = 0; t < r->temp_count; t++)
        for (uint32_t i = first[t] + 1; i <= last[t]; i++)
            r->temps[t].kept |= r->code[i].yields;
    free(first);
    free(last);
}

static void number_steps(program *p, routine *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->code[i].yields)
            r->code[i].pc = ++p->pc_count;
    r->return_pc = ++p->pc_count;
}

program_options program_shape(const program *p)
{
    return (program_options){.threads = p->threads,
                             .nodes = p->nodes,
                             .items = p->items,
                             .reuse = p->reuse,
                             .clear = p->clear};
}

program *program_new(const model *m, const unit *object, const program_options *o)
{
    program *p = memory_new(1, sizeof *p);
    p->model = m;
    p->object = object;
    p->threads = o->threads;
    p->nodes = o->nodes;
    p->items = o->items ? o->items : FEW_ITEMS;
    p->manual = object->frees;
    p->reuse = o->reuse;
    p->clear = o->clear;
    p->scratch = memory_new(1, sizeof *p->scratch);
    p->pc_count = 0;
    for (; p->routine_count < object->method_count; p->routine_count++) {
        routine *r = &p->routines[p->routine_count];
        lower_method(p, r, object->methods[p->routine_count]);
        temps_keep(r);
        number_steps(p, r);
        liveness_find(r);
        r->call_shares = invisible_access_shares(p, r, 0);
    }
    for (uint32_t i = 0; i < m->function_count; i++)
        lower_function(p, &p->functions[i], m->functions[i]);
    lower_init(p);
    layout_make(p);
    return p;
}

static void routine_fini(routine *r)
{
    free(r->code);
    free(r->temps);
    free(r->live);
}

const instr *program_instr(const program *p, uint32_t pc, const routine **found)
{
    for (uint32_t i = 0; i < p->routine_count; i++) {
        const routine *r = &p->routines[i];
        *found = r;
        if (r->return_pc == pc)
            return NULL;
        for (uint32_t k = 0; k < r->count; k++)
            if (r->code[k].yields && r->code[k].pc == pc)
                return &r->code[k];
    }
    *found = NULL;
    return NULL;
}

const link_place *program_link(const program *p, const place *of)
{
    for (uint32_t i = 0; i < p->layout.link_count; i++) {
        const link_place *k = &p->layout.links[i];
        if (!of->local && k->field == (of->base != NULL) && k->index == of->index &&
            (!k->field || k->record == of->record))
            return k;
    }
    return NULL;
}

uint64_t program_live(const program *p, uint32_t pc)
{
    if (!p->clear)
        return UINT64_MAX;
    const routine *r;
    const instr *i = program_instr(p, pc, &r);
    return i ? r->live[i - r->code] : 0;
}

void program_free(program *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < p->routine_count; i++)
        routine_fini(&p->routines[i]);
    for (uint32_t i = 0; i < p->model->function_count; i++)
        routine_fini(&p->functions[i]);
    routine_fini(&p->init);
    free(p->layout.roots);
    for (uint32_t i = 0; i < p->scratch->arena_count; i++)
        free(p->scratch->arena[i]);
    free(p->scratch->arena);
    free(p->scratch);
    free(p);
}
