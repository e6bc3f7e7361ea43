// SPDX-License-Identifier: MIT
// See independent_actions.h.

#include "verify/system/independent_actions.h"

#include "base/memory.h"
#include "model/steps/action_footprint.h"

#include <stdlib.h>

enum { MOST_OFFERS = 2000 };

typedef struct known_offer {
    action_footprint touches;
    control controls[MOST_CONTROLS];
    uint32_t control_count;
    bool seen; // it is not to be taken at once
} known_offer;

// Those with the same control, which are closed.
typedef struct action_group {
    control of;
    uint32_t *offers;
    size_t count, capacity;
} action_group;

struct independent_actions {
    const transition_system *s;
    action_group *groups;
    size_t count, capacity;
};

typedef struct finding {
    independent_actions *x;
    const independent_claims *claims;
    known_offer *offers;
    uint32_t count, words;
    uint64_t *claimed;
} finding;

static bool meet(const finding *f, const uint64_t *a, const uint64_t *b)
{
    uint64_t common = 0;
    for (uint32_t i = 0; i < f->words; i++)
        common |= a[i] & b[i];
    return common != 0;
}

static bool any(const finding *f, const uint64_t *set)
{
    return meet(f, set, set);
}

// Is the other one in the way of this one?
static bool conflict(const finding *f, const action_footprint *a, const action_footprint *other)
{
    return meet(f, a->writes, other->reads) || meet(f, a->writes, other->writes) ||
           meet(f, a->reads, other->writes) || meet(f, a->sends, other->sends) ||
           meet(f, a->takes, other->takes) || meet(f, a->takes, other->sends) ||
           // What is neither sent nor received, but done to a channel.
           meet(f, a->sends, other->writes) || meet(f, a->takes, other->writes) ||
           meet(f, a->writes, other->sends) || meet(f, a->writes, other->takes) ||
           meet(f, a->reads, other->sends) || meet(f, a->reads, other->takes) ||
           meet(f, a->sends, other->reads) || meet(f, a->takes, other->reads);
}

static const control *control_by(const known_offer *o, uint32_t cell)
{
    for (uint32_t i = 0; i < o->control_count; i++)
        if (o->controls[i].cell == cell)
            return &o->controls[i];
    return NULL;
}

static bool is_seen(const finding *f, const offer *o, const known_offer *k, uint32_t which)
{
    const transition_system *s = f->x->s;
    const method *m = s->p->object->methods[o->method];
    bool told = s->events && s->events[which].kind != LABEL_INTERNAL;
    return o->fault || told || (f->claims->traces && action_visible(m)) ||
           (f->claims->eager && any(f, k->touches.sends)) ||
           meet(f, k->touches.writes, f->claimed) || meet(f, k->touches.sends, f->claimed) ||
           meet(f, k->touches.takes, f->claimed);
}

static void find_claimed(finding *f)
{
    const model *m = f->x->s->m;
    const instance *v = f->claims->v;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        condition_cells(f->x->s->p, m->invariants[i].condition, f->claimed);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        if (!m->reachables[i].ends)
            condition_cells(f->x->s->p, m->reachables[i].condition, f->claimed);
}

static bool is_closed(const finding *f, const control *c)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const known_offer *a = &f->offers[i];
        const control *own = control_by(a, c->cell);
        if (!own || own->value != c->value)
            continue;
        if (a->seen)
            return false;
        for (uint32_t k = 0; k < f->count; k++)
            if (k != i && !control_by(&f->offers[k], c->cell) &&
                conflict(f, &a->touches, &f->offers[k].touches))
                return false;
    }
    return true;
}

static bool is_known(const finding *f, const control *c)
{
    for (size_t i = 0; i < f->x->count; i++)
        if (f->x->groups[i].of.cell == c->cell && f->x->groups[i].of.value == c->value)
            return true;
    return false;
}

static void add_group(finding *f, const control *c)
{
    independent_actions *x = f->x;
    if (is_known(f, c) || !is_closed(f, c))
        return;
    MEMORY_GROW(x->groups, x->capacity, x->count + 1);
    action_group *g = &x->groups[x->count++];
    *g = (action_group){.of = *c};
    for (uint32_t i = 0; i < f->count; i++) {
        const control *own = control_by(&f->offers[i], c->cell);
        if (!own || own->value != c->value)
            continue;
        MEMORY_GROW(g->offers, g->capacity, g->count + 1);
        g->offers[g->count++] = i;
    }
}

static void find_groups(finding *f)
{
    const transition_system *s = f->x->s;
    find_claimed(f);
    for (uint32_t i = 0; i < f->count; i++) {
        const offer *o = &s->offers[i];
        const routine *r = &s->p->routines[o->method];
        known_offer *k = &f->offers[i];
        action_footprint_init(&k->touches, s->p, r, o->args);
        k->control_count = action_controls(s->p, r, o->args, k->controls);
        k->seen = is_seen(f, o, k, i);
    }
    for (uint32_t i = 0; i < f->count; i++)
        for (uint32_t k = 0; k < f->offers[i].control_count && !f->offers[i].seen; k++)
            add_group(f, &f->offers[i].controls[k]);
}

independent_actions *independent_actions_new(const transition_system *s,
                                             const independent_claims *claims)
{
    if (!s->p->object->is_automaton || s->offer_count > MOST_OFFERS)
        return NULL;
    independent_actions *x = memory_new(1, sizeof *x);
    x->s = s;
    finding f = {.x = x, .claims = claims, .count = s->offer_count, .words = footprint_words(s->p)};
    f.offers = memory_new((size_t)f.count + 1, sizeof *f.offers);
    f.claimed = memory_new(f.words, sizeof *f.claimed);
    find_groups(&f);
    for (uint32_t i = 0; i < f.count; i++)
        action_footprint_fini(&f.offers[i].touches);
    free(f.offers);
    free(f.claimed);
    if (x->count)
        return x;
    independent_actions_free(x);
    return NULL;
}

void independent_actions_free(independent_actions *x)
{
    for (size_t i = 0; x && i < x->count; i++)
        free(x->groups[i].offers);
    if (x)
        free(x->groups);
    free(x);
}

bool independent_action(const independent_actions *x, const int32_t *cells, uint32_t *group,
                        uint32_t *which)
{
    const transition_system *s = x->s;
    for (; *group < x->count; ++*group) {
        const action_group *g = &x->groups[*group];
        uint32_t possible = 0;
        if (cells[g->of.cell] != g->of.value)
            continue;
        for (size_t i = 0; i < g->count && possible < 2; i++)
            if (s->front->offers(s, cells, 0, g->offers[i])) {
                *which = g->offers[i];
                possible++;
            }
        if (possible == 1) {
            ++*group;
            return true;
        }
    }
    return false;
}
