// SPDX-License-Identifier: MIT
// See independent_steps.h.

#include "verify/system/independent_steps.h"

#include "base/memory.h"
#include "model/steps/step_footprint.h"

#include <stdlib.h>

struct independent_steps {
    const transition_system *s;
    step_footprints found;
    bool *never;       // of each pc: no step, or one that is to be stored
    uint32_t *against; // of each pc: the threads that disturb it while they may call all methods
    footprint most[MODEL_MAX_THREADS + 1]; // of all that a thread may call
    uint32_t calls[MODEL_MAX_THREADS + 1]; // which are these methods
};

static uint64_t claimed_places(const transition_system *s, const instance *v)
{
    uint64_t places = 0;
    // What holds when nothing is open looks at states in which no step is left.
    for (uint32_t i = 0; i < s->m->invariant_count; i++)
        if (!s->m->invariants[i].quiescent)
            places |= condition_places(s->p, s->m->invariants[i].condition);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        places |= condition_places(s->p, s->m->reachables[i].condition);
    return places;
}

static uint64_t writes_of(const step_footprint *f)
{
    uint64_t item = f->has_item && f->item_written ? UINT64_C(1) << f->place : 0;
    return f->all.writes | f->all.mine_too | item;
}

static footprint methods_footprint(const independent_steps *x, uint32_t methods)
{
    footprint all = {0};
    for (uint32_t k = 0; methods >> k; k++)
        if (methods >> k & 1)
            footprint_add(&all, &x->found.methods[k]);
    return all;
}

static bool disturb(const footprint *step, const footprint *other)
{
    uint64_t writes = step->writes | step->mine_too, touches = writes | step->reads | step->mine;
    // Of two that use their own items of one array, each has another one.
    uint64_t apart = (step->mine | step->mine_too) & ~(step->reads | step->writes);
    return (touches & other->writes) || (touches & ~apart & other->mine_too) ||
           (writes & other->reads) || (writes & ~apart & other->mine);
}

static bool item_disturbs(const step_footprint *f, bool same, const footprint *other)
{
    uint64_t bit = UINT64_C(1) << f->place;
    uint64_t written = other->writes | (same ? other->mine_too : 0);
    uint64_t read = other->reads | (same ? other->mine : 0);
    return (written & bit) || (f->item_written && (read & bit));
}

static void find_against(independent_steps *x)
{
    x->against = memory_new((size_t)x->s->p->pc_count + 1, sizeof *x->against);
    for (uint32_t pc = 0; pc <= x->s->p->pc_count; pc++)
        for (uint32_t u = 0; u < x->s->p->threads; u++) {
            const step_footprint *f = &x->found.steps[pc];
            if (disturb(&f->all, &x->most[u]) ||
                (f->has_item && item_disturbs(f, false, &x->most[u])))
                x->against[pc] |= 1u << u;
        }
}

independent_steps *independent_steps_new(const transition_system *s, const instance *v)
{
    independent_steps *x = memory_new(1, sizeof *x);
    x->s = s;
    if (!s->front->later || s->p->threads < 2 || !step_footprints_init(&x->found, s->p)) {
        free(x);
        return NULL;
    }
    x->never = memory_new((size_t)s->p->pc_count + 1, sizeof *x->never);
    uint64_t claimed = claimed_places(s, v);
    // Nodes that nothing points to are collected in stored states only: on the way there the room for
    // further ones might not suffice.
    for (uint32_t pc = 0; pc <= s->p->pc_count; pc++)
        x->never[pc] = pc == PC_IDLE || s->returns[pc] || x->found.steps[pc].all.makes ||
                       (writes_of(&x->found.steps[pc]) & claimed) != 0;
    int32_t *cells = memory_new(s->p->layout.cells, sizeof *cells);
    for (uint32_t t = 0; t < s->p->threads; t++) {
        x->calls[t] = s->front->later(s, cells, t); // where nothing was called yet
        x->most[t] = methods_footprint(x, x->calls[t]);
    }
    free(cells);
    find_against(x);
    return x;
}

void independent_steps_free(independent_steps *x)
{
    if (!x)
        return;
    step_footprints_fini(&x->found);
    free(x->never);
    free(x->against);
    free(x);
}

static uint32_t pc_of(const transition_system *s, const int32_t *cells, uint32_t thread)
{
    const layout *l = &s->p->layout;
    return (uint32_t)cells[l->threads + thread * l->thread_stride + THREAD_PC];
}

bool independent_step(const independent_steps *x, const int32_t *cells, uint32_t thread)
{
    const transition_system *s = x->s;
    const layout *l = &s->p->layout;
    uint32_t pc = pc_of(s, cells, thread);
    if (x->never[pc])
        return false;
    const step_footprint *f = &x->found.steps[pc];
    uint32_t item =
        f->has_item ? (uint32_t)cells[l->threads + thread * l->thread_stride + f->item] : 0;
    for (uint32_t u = 0; u < s->p->threads; u++) {
        if (u == thread)
            continue;
        uint32_t calls = s->front->later(s, cells, u);
        footprint other = calls == x->calls[u] ? x->most[u] : methods_footprint(x, calls);
        footprint_add(&other, &x->found.steps[pc_of(s, cells, u)].future);
        if (disturb(&f->all, &other) || (f->has_item && item_disturbs(f, item == u, &other)))
            return false;
    }
    return true;
}
