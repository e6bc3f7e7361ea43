// SPDX-License-Identifier: MIT
// See step_footprint.h. What follows a step is found by backward data flow, repeated until nothing
// changes, as liveness is.

#include "model/steps/step_footprint.h"

#include "base/memory.h"
#include "model/syntax/ast_walk.h"

#include <stdlib.h>

enum { MOST_PLACES = 64 };

static uint64_t record_bit(const program *p, uint32_t which)
{
    return UINT64_C(1) << (p->model->shared_count + which);
}

static uint64_t all_places(const program *p)
{
    uint32_t count = p->model->shared_count + p->model->record_count;
    return count == MOST_PLACES ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static void add_place(const program *p, const routine *r, const place *of, bool writes,
                      footprint *out)
{
    if (of->base) {
        uint64_t bit = record_bit(p, of->record);
        out->reads |= bit;
        out->writes |= writes ? bit : 0;
        return;
    }
    if (of->local || program_variable(p, r, of)->own)
        return;
    uint64_t bit = UINT64_C(1) << of->index;
    bool mine = of->at && of->at->kind == EXPR_ME;
    *(mine ? &out->mine : &out->reads) |= bit;
    *(mine ? &out->mine_too : &out->writes) |= writes ? bit : 0;
}

static bool changes(const instr *i)
{
    if (i->kind == INSTR_MANY)
        return seq_changes(i->seq);
    return i->kind != INSTR_LOAD && i->kind != INSTR_LL;
}

static void add_instr(const program *p, const routine *r, const instr *i, footprint *out)
{
    switch (i->kind) {
    case INSTR_LOAD:
    case INSTR_STORE:
    case INSTR_MANY:
    case INSTR_CAS:
    case INSTR_DCAS:
    case INSTR_SWAP:
    case INSTR_FAA:
    case INSTR_LOCK:
    case INSTR_UNLOCK:
    case INSTR_LL:
    case INSTR_SC:
        add_place(p, r, &i->place, changes(i), out);
        if (i->kind == INSTR_DCAS)
            add_place(p, r, &i->second, true, out);
        break;
    case INSTR_NEW:
    case INSTR_FREE:
        out->reads |= record_bit(p, i->record);
        out->writes |= record_bit(p, i->record);
        out->makes |= i->kind == INSTR_NEW;
        break;
    case INSTR_CALL:
        if (p->model->functions[i->record]->is_let)
            out->reads |= all_places(p);
        break;
    case INSTR_MOVE:
    case INSTR_ASSERT:
    case INSTR_BRANCH:
    case INSTR_JUMP:
    case INSTR_LABEL:
    case INSTR_RETURN:
    case INSTR_ATOMIC:
    case INSTR_CLEAR:
    case INSTR_AWAIT:
    case INSTR_CHOOSE:
    case INSTR_LIN:
    case INSTR_FILL:
        break;
    }
}

// What stands behind each label.
static uint32_t *find_labels(const routine *r)
{
    uint32_t *labels = memory_new(r->labels + 1, sizeof *labels);
    for (uint32_t n = 0; n < r->count; n++)
        if (r->code[n].kind == INSTR_LABEL)
            labels[r->code[n].label] = n;
    return labels;
}

static bool footprint_equal(const footprint *a, const footprint *b)
{
    return a->reads == b->reads && a->writes == b->writes && a->mine == b->mine &&
           a->mine_too == b->mine_too && a->makes == b->makes;
}

// Of each instruction: what it and those after it touch; within its step, or to the return.
static void flow(const program *p, const routine *r, const uint32_t *labels, bool whole,
                 footprint *out)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = r->count; n-- > 0;) {
            const instr *i = &r->code[n];
            footprint f = out[n];
            uint32_t next[2] = {r->count, r->count};
            if (i->kind != INSTR_RETURN && i->kind != INSTR_JUMP)
                next[0] = n + 1;
            if (i->kind == INSTR_JUMP || i->kind == INSTR_BRANCH)
                next[1] = labels[i->label];
            add_instr(p, r, i, &f);
            for (int k = 0; k < 2; k++)
                if (next[k] < r->count && (whole || !r->code[next[k]].yields))
                    footprint_add(&f, &out[next[k]]);
            changed |= !footprint_equal(&f, &out[n]);
            out[n] = f;
        }
    }
}

// One access, to an item of a shared array whose number is a local.
static bool has_item(const program *p, const routine *r, const instr *i)
{
    return (i->kind == INSTR_LOAD || i->kind == INSTR_STORE || i->kind == INSTR_CAS ||
            i->kind == INSTR_SWAP || i->kind == INSTR_FAA || i->kind == INSTR_LOCK ||
            i->kind == INSTR_UNLOCK) &&
           !i->place.base && !i->place.local && !program_variable(p, r, &i->place)->own &&
           i->place.at && i->place.at->kind == EXPR_LOCAL &&
           !r->method->locals[i->place.at->index].length;
}

static void find_step(const program *p, const routine *r, uint32_t n, const footprint *within,
                      step_footprint *s)
{
    const instr *i = &r->code[n];
    s->has_item = has_item(p, r, i);
    if (!s->has_item) {
        s->all = within[n];
        return;
    }
    s->place = i->place.index;
    s->item = r->cells[i->place.at->index];
    s->item_written = changes(i);
    if (n + 1 < r->count && !r->code[n + 1].yields)
        s->all = within[n + 1]; // no access jumps
}

static void find_routine(step_footprints *f, const program *p, uint32_t which)
{
    const routine *r = &p->routines[which];
    uint32_t *labels = find_labels(r);
    footprint *within = memory_new(r->count + 1, sizeof *within);
    footprint *after = memory_new(r->count + 1, sizeof *after);
    flow(p, r, labels, false, within);
    flow(p, r, labels, true, after);
    f->methods[which] = r->count ? after[0] : (footprint){0};
    for (uint32_t n = 0; n < r->count; n++)
        if (r->code[n].yields) {
            step_footprint *s = &f->steps[r->code[n].pc];
            find_step(p, r, n, within, s);
            s->future = after[n];
        }
    free(labels);
    free(within);
    free(after);
}

bool step_footprints_init(step_footprints *f, const program *p)
{
    *f = (step_footprints){0};
    if (p->object->is_automaton || p->model->shared_count + p->model->record_count > MOST_PLACES)
        return false;
    f->steps = memory_new((size_t)p->pc_count + 1, sizeof *f->steps);
    for (uint32_t k = 0; k < p->routine_count; k++)
        find_routine(f, p, k);
    return true;
}

void step_footprints_fini(step_footprints *f)
{
    free(f->steps);
    *f = (step_footprints){0};
}

typedef struct looker {
    const program *p;
    uint64_t places;
} looker;

static bool look(void *context, const expr *x)
{
    looker *l = context;
    const model *m = l->p->model;
    bool of_node = x->kind == EXPR_INDEX && x->a->kind == EXPR_FIELD;
    if (x->kind == EXPR_SHARED || (x->kind == EXPR_INDEX && !of_node))
        for (uint32_t i = 0; i < type_width(x->type); i++) // a tuple is several variables
            l->places |= UINT64_C(1) << (x->index + i) & all_places(l->p);
    if (x->kind == EXPR_FIELD || x->kind == EXPR_SHAPE)
        for (uint32_t i = 0; i < m->record_count; i++)
            l->places |= record_bit(l->p, i);
    if (x->kind == EXPR_CALL && m->functions[x->index]->is_let) {
        const routine *r = &l->p->functions[x->index];
        footprint read = {0};
        for (uint32_t i = 0; i < r->count; i++)
            add_instr(l->p, r, &r->code[i], &read);
        l->places |= read.reads;
    }
    return false;
}

uint64_t condition_places(const program *p, const expr *condition)
{
    looker l = {.p = p};
    expr_any(condition, look, &l);
    return l.places;
}
