// SPDX-License-Identifier: MIT
// See view_steps.h.

#include "verify/views/view_steps.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void view_steps_init(view_steps *x, view_form *form, points *p, const uint32_t *capacity)
{
    *x = (view_steps){.form = form, .points = p};
    x->has_capacity = capacity != NULL;
    x->capacity = capacity ? *capacity : 0;
    x->after = memory_new(form->width, sizeof *x->after);
}

void view_steps_fini(view_steps *x)
{
    free(x->after);
}

static bool fails(view_steps *x, views_wrong how, const run *r, const move *m)
{
    x->wrong = how;
    x->run = r ? *r : (run){0};
    x->move = m ? *m : (move){0};
    return false;
}

static bool invariants_hold(view_steps *x, const int32_t *vector, const move *m)
{
    const transition_system *s = x->form->s;
    run r = {0};
    if (s->m->invariant_count)
        s->c.invariant(vector, &r);
    return !r.problem || fails(x, VIEWS_PROBLEM, &r, m);
}

bool view_steps_start(view_steps *x, int32_t *out)
{
    run r;
    point_state p = {0};
    memset(out, 0, x->form->width * sizeof *out);
    system_start(x->form->s, out, &r);
    if (r.problem)
        return fails(x, VIEWS_PROBLEM, &r, NULL);
    if (x->points) {
        points_start(x->points, &p);
        if (points_trouble(x->points))
            return fails(x, VIEWS_TROUBLE, NULL, NULL);
    }
    view_points_set(x->form, &p, out);
    view_form_publish_start(x->form, out);
    return invariants_hold(x, out, NULL);
}

static bool is_nothing(lp_value v)
{
    return lp_is_nil(v) || lp_value_equal(v, LP_FALSE);
}

// The method whose operation the thread has open.
static const method *method_of(const transition_system *s, const move *m)
{
    if (m->kind != LABEL_INTERNAL)
        return s->p->object->methods[m->method];
    const routine *r;
    program_instr(s->p, m->pc, &r);
    return r->method;
}

// What is inside once the thread's operation has taken effect. False: more than the capacity.
static bool fits(const view_steps *x, const move *m, const point_state *p, int32_t *after)
{
    const transition_system *s = x->form->s;
    int32_t *inside = after + s->p->layout.reserved;
    if (!x->has_capacity || !m->lin)
        return true;
    const method *f = method_of(s, m);
    if (is_nothing(points_result(x->points, &p->open[m->thread])))
        return true;
    *inside += f->inserts;
    *inside -= f->removes && *inside > 0;
    return (uint32_t)*inside <= x->capacity;
}

// False: it is wrong. *taken: it is not cut off.
static bool judge_step(view_steps *x, const int32_t *vector, const move *m, bool *taken)
{
    point_state p;
    *taken = true;
    if (x->points) {
        view_points_get(x->form, vector, &p);
        if (!points_move(x->points, &p, m))
            return fails(x, points_trouble(x->points) ? VIEWS_TROUBLE : VIEWS_RESULT, NULL, m);
        *taken = fits(x, m, &p, x->after);
        if (!*taken)
            return true;
        view_points_set(x->form, &p, x->after);
    }
    view_form_publish(x->form, x->after);
    return invariants_hold(x, x->after, m);
}

// All ways that one move may go.
static bool take(view_steps *x, const int32_t *vector, const move *given,
                 bool (*found)(void *context, int32_t *after), void *context)
{
    run r = {0};
    do {
        move m = *given;
        bool taken;
        memcpy(x->after, vector, x->form->width * sizeof *vector);
        run_reset(&r);
        system_do(x->form->s, x->after, &m, &r);
        if (!r.problem && r.blocked)
            continue;
        x->taken++;
        if (r.problem)
            return fails(x, VIEWS_PROBLEM, &r, &m);
        if (!judge_step(x, vector, &m, &taken) || (taken && !found(context, x->after)))
            return false;
    } while (run_next(&r));
    return true;
}

bool view_steps_each(view_steps *x, const int32_t *vector, uint32_t thread,
                     bool (*found)(void *context, int32_t *after), void *context)
{
    const transition_system *s = x->form->s;
    move m;
    if (system_forced(s, vector, thread, &m))
        return take(x, vector, &m, found, context);
    for (uint32_t i = 0; i < s->offer_count; i++)
        if (system_offers(s, vector, thread, i, &m) && !take(x, vector, &m, found, context))
            return false;
    return true;
}

// Are these cells the same, but for those of the thread?
static bool same_but(const layout *l, const int32_t *before, const int32_t *after, uint32_t thread)
{
    uint32_t mine = l->threads + thread * l->thread_stride, end = mine + l->thread_stride;
    uint32_t heaps = l->heap_count ? l->heaps[0].start : l->cells;
    return memcmp(before, after, mine * sizeof *before) == 0 &&
           memcmp(before + end, after + end, (heaps - end) * sizeof *before) == 0;
}

bool view_step_is_seen(const view_steps *x, const int32_t *before, const int32_t *after,
                       uint32_t thread)
{
    const view_form *f = x->form;
    const layout *l = &f->s->p->layout;
    // A store takes links from other threads, also where it changes nothing else.
    if (l->link_count || !same_but(l, before, after, thread))
        return true;
    if (memcmp(before + l->cells, after + l->cells, sizeof(uint64_t)) != 0)
        return true;
    for (uint32_t of = 0; of < l->heap_count; of++)
        for (uint32_t node = 1; node <= l->nodes; node++)
            if (*view_node(f, before, of, node) == NODE_PUBLISHED &&
                memcmp(view_node(f, before, of, node), view_node(f, after, of, node),
                       l->heaps[of].stride * sizeof *before) != 0)
                return true;
    return false;
}
