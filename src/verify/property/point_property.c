// SPDX-License-Identifier: MIT
// The observer's states are interned: the spec's state, and for each thread its
// call, the result it took, or the set of results it might return.

#include "verify/property/point_property.h"

#include "base/intern.h"
#include "base/memory.h"
#include "spec/automaton.h"

#include <stdlib.h>
#include <string.h>

struct points {
    automaton *a;
    const transition_system *s;
    const uint32_t *methods;
    intern *views;
    const char *trouble;
};

points *points_new(const lp_spec *spec, const uint32_t *methods, const transition_system *s)
{
    points *p = memory_new(1, sizeof *p);
    p->a = automaton_new(spec, s->pool);
    p->s = s;
    p->methods = methods;
    p->views = intern_new();
    intern_add(p->views, "", 0); // number 0 is the violation
    return p;
}

void points_free(points *p)
{
    if (!p)
        return;
    automaton_free(p->a);
    intern_free(p->views);
    free(p);
}

static void release(void *context)
{
    points_free(context);
}

static uint32_t count(const void *context)
{
    const points *p = context;
    return intern_count(p->views);
}

const char *points_trouble(const points *p)
{
    return p->trouble;
}

static const char *trouble(const void *context)
{
    return points_trouble(context);
}

static size_t size_of(const points *p)
{
    return sizeof(uint64_t) + p->s->p->threads * sizeof(point_open);
}

static uint32_t number_of(points *p, const point_state *v)
{
    return intern_add(p->views, v, size_of(p));
}

static uint32_t give_up(points *p, const char *why)
{
    p->trouble = why;
    return OBSERVED_STOP;
}

// The one way a call can go; false: it cannot go, or there is trouble.
static bool step(points *p, uint64_t state, uint32_t call, automaton_way *way)
{
    uint32_t count;
    const automaton_way *ways = automaton_ways(p->a, (uint32_t)state, call, 0, &count);
    if (count > 1)
        give_up(p, "points need a spec that leaves no choice; leave out `using points`");
    if (count == 1)
        *way = *ways;
    return count == 1;
}

// Adds what an operation could return if it only looked now.
static void add_look(points *p, uint64_t state, point_open *o)
{
    automaton_way way;
    if (!o->call || o->taken || !step(p, state, o->call - 1, &way) || way.next != state)
        return;
    if (way.result >= 64)
        give_up(p, "there are too many results for a check with points");
    else
        o->possible |= UINT64_C(1) << way.result;
}

static bool effect(points *p, point_state *v, uint32_t thread)
{
    point_open *mine = &v->open[thread];
    automaton_way way;
    if (!mine->call || mine->taken || !step(p, v->state, mine->call - 1, &way))
        return false;
    mine->taken = way.result;
    mine->possible = 0;
    if (way.next == v->state)
        return true;
    v->state = way.next;
    for (uint32_t t = 0; t < p->s->p->threads; t++)
        add_look(p, v->state, &v->open[t]);
    return true;
}

static bool returns(points *p, point_state *v, const move *m)
{
    point_open *mine = &v->open[m->thread];
    uint32_t result = automaton_result(p->a, m->result);
    bool right =
        mine->taken ? mine->taken == result : result < 64 && (mine->possible >> result & 1) != 0;
    *mine = (point_open){0};
    return right;
}

bool points_move(points *p, point_state *v, const move *m)
{
    bool ok = true;
    if (m->kind == LABEL_CALL) {
        point_open *mine = &v->open[m->thread];
        mine->call =
            1 + automaton_call(p->a, p->methods[m->method], m->thread, p->s->offers[m->offer].arg);
        add_look(p, v->state, mine);
    }
    for (uint32_t i = 0; ok && i < m->lin; i++)
        ok = effect(p, v, move_effect(m, i));
    if (m->kind == LABEL_RETURN)
        ok = ok && returns(p, v, m);
    return ok && !p->trouble;
}

static uint32_t event(void *context, uint32_t number, const move *m)
{
    points *p = context;
    point_state v;
    memset(&v, 0, sizeof v);
    memcpy(&v, intern_get(p->views, number, NULL), size_of(p));
    bool ok = points_move(p, &v, m);
    if (p->trouble)
        return OBSERVED_STOP;
    return ok ? number_of(p, &v) : OBSERVED_VIOLATION;
}

static uint32_t reorder(void *context, uint32_t number, const uint32_t *order)
{
    points *p = context;
    point_state v, turned;
    memset(&turned, 0, sizeof turned);
    memset(&v, 0, sizeof v);
    memcpy(&v, intern_get(p->views, number, NULL), size_of(p));
    turned.state = v.state;
    for (uint32_t i = 0; i < p->s->p->threads; i++)
        turned.open[i] = v.open[order[i]];
    return number_of(p, &turned);
}

const void *points_state(const points *p, uint32_t number)
{
    point_state v;
    memcpy(&v, intern_get(p->views, number, NULL), size_of(p));
    return automaton_state_bytes(p->a, (uint32_t)v.state, NULL);
}

lp_value points_result(const points *p, const point_open *o)
{
    return automaton_result_get(p->a, o->taken);
}

void points_start(points *p, point_state *out)
{
    uint32_t starts;
    const uint32_t *initial = automaton_initial(p->a, &starts);
    memset(out, 0, sizeof *out);
    out->state = starts ? initial[0] : 0;
    if (starts != 1)
        give_up(p, "points need a spec with one initial state");
}

property points_property(points *p)
{
    point_state v;
    points_start(p, &v);
    return (property){.context = p,
                      .start = number_of(p, &v),
                      .event = event,
                      .value_symmetric = true,
                      .reorder = automaton_spec(p->a)->looks_at_process ? NULL : reorder,
                      .marks = true,
                      .count = count,
                      .trouble = trouble,
                      .free = release};
}
