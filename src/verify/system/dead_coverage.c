// SPDX-License-Identifier: MIT
// See dead_coverage.h. Marks are closed under steps and under permutations; of these, exchanges of two
// neighbouring names generate all others.

#include "verify/system/dead_coverage.h"

#include "base/memory.h"
#include "verify/canonical/orbit_form.h"
#include "verify/system/once_sent.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { RECEIVED = 2 };

typedef struct mark {
    _Atomic uint8_t value;
} mark;

struct dead_coverage {
    const local_graphs *graphs;
    mark **seen, **dropped; // of each component: its states; its states times its messages
};

dead_coverage *dead_coverage_new(const local_graphs *g)
{
    dead_coverage *d = memory_new(1, sizeof *d);
    const components *all = &g->parts;
    d->graphs = g;
    d->seen = memory_new(all->count, sizeof *d->seen);
    d->dropped = memory_new(all->count, sizeof *d->dropped);
    for (uint32_t i = 0; i < all->count; i++) {
        size_t count = local_graph_count(&g->list[i]);
        d->seen[i] = memory_new(count + 1, sizeof **d->seen);
        d->dropped[i] = memory_new(count * all->list[i].message_count + 1, sizeof **d->dropped);
    }
    return d;
}

void dead_coverage_free(dead_coverage *d)
{
    if (!d)
        return;
    for (uint32_t i = 0; i < d->graphs->parts.count; i++) {
        free(d->seen[i]);
        free(d->dropped[i]);
    }
    free(d->seen);
    free(d->dropped);
    free(d);
}

// True: it is new.
static bool note(mark *at)
{
    if (atomic_load_explicit(&at->value, memory_order_relaxed))
        return false;
    atomic_store_explicit(&at->value, 1, memory_order_relaxed);
    return true;
}

static mark *dropped_at(const dead_coverage *d, uint32_t which, uint32_t state, uint32_t message)
{
    return &d->dropped[which][(size_t)state * d->graphs->parts.list[which].message_count + message];
}

void dead_coverage_see(dead_coverage *d, uint32_t which, uint32_t state)
{
    note(&d->seen[which][state]);
}

void dead_coverage_drop(dead_coverage *d, uint32_t which, uint32_t state, uint32_t message)
{
    note(dropped_at(d, which, state, message));
}

// A permutation of names, and room for what it makes of a state of the system.
typedef struct renaming {
    const dead_coverage *d;
    orbit_form form;
    uint32_t number;
    const int32_t *empty; // a state without messages
    int32_t *cells, *own;
} renaming;

// A message becomes another one, perhaps by another link. False: by none.
static bool rename_message(renaming *x, uint32_t *link, uint32_t *rank)
{
    const components *all = &x->d->graphs->parts;
    memcpy(x->cells, x->empty, all->s->p->layout.cells * sizeof *x->cells);
    x->cells[all->links[*link].cell] = 1;
    x->cells[all->links[*link].cell + 1] = (int32_t)*rank;
    orbit_form_permute(&x->form, x->number, x->cells);
    for (uint32_t i = 0; i < all->link_count; i++)
        if (x->cells[all->links[i].cell]) {
            *link = i;
            *rank = (uint32_t)x->cells[all->links[i].cell + 1];
            return true;
        }
    return false;
}

// The messages that do not come any more, a bit each.
static uint32_t rename_gone(renaming *x, uint32_t which, uint32_t gone)
{
    const once_sent *once = x->d->graphs->once;
    uint32_t out = 0;
    for (uint32_t i = 0; i < once->count; i++) {
        uint32_t link = once->list[i].link, rank = once->list[i].rank;
        if (x->d->graphs->parts.links[link].to == which && (gone & once->list[i].bit) &&
            rename_message(x, &link, &rank))
            out |= once_sent_bit(once, link, rank);
    }
    return out;
}

// The local state of the component `to` that a state of `which` becomes. LOCAL_UNKNOWN: none.
static uint32_t rename_state(renaming *x, uint32_t which, uint32_t state, uint32_t to)
{
    const local_graphs *g = x->d->graphs;
    size_t length;
    const int32_t *own = intern_get(g->list[which].cells, state, &length);
    uint32_t gone = 0;
    if (g->once)
        gone = rename_gone(x, which, (uint32_t)own[g->parts.list[which].width]);
    memcpy(x->cells, x->empty, g->parts.s->p->layout.cells * sizeof *x->cells);
    component_scatter(&g->parts.list[which], own, x->cells);
    orbit_form_permute(&x->form, x->number, x->cells);
    component_gather(&g->parts.list[to], x->cells, x->own);
    x->own[g->parts.list[to].width] = (int32_t)gone;
    return intern_find(g->list[to].cells, x->own, local_width(g, to) * sizeof *x->own);
}

// The number of the message that one of the component's becomes, and whose it is. False: nobody's.
static bool rename_received(renaming *x, uint32_t which, uint32_t message, uint32_t *to,
                            uint32_t *as)
{
    const components *all = &x->d->graphs->parts;
    uint32_t link = all->list[which].messages[message].link;
    uint32_t rank = all->list[which].messages[message].rank;
    if (!rename_message(x, &link, &rank) || !all->links[link].numbers[rank])
        return false;
    *to = all->links[link].to;
    *as = all->links[link].numbers[rank] - 1;
    return true;
}

// What was noted of a component is noted of the one that it becomes.
static bool rename_marks(renaming *x, uint32_t which)
{
    const dead_coverage *d = x->d;
    const local_graph *k = &d->graphs->list[which];
    uint32_t messages = d->graphs->parts.list[which].message_count, to = which;
    uint32_t *as = memory_new(messages + 1, sizeof *as);
    bool *known = memory_new(messages + 1, sizeof *known), changed = false, any = false;
    for (uint32_t m = 0; m < messages; m++)
        any |= known[m] = rename_received(x, which, m, &to, &as[m]);
    for (uint32_t i = 0; any && i < local_graph_count(k); i++) {
        uint32_t state = rename_state(x, which, i, to);
        if (state == LOCAL_UNKNOWN || d->graphs->list[to].given_up)
            continue;
        if (d->seen[which][i].value)
            changed |= note(&d->seen[to][state]);
        for (uint32_t m = 0; m < messages; m++)
            if (known[m] && dropped_at(d, which, i, m)->value)
                changed |= note(dropped_at(d, to, state, as[m]));
    }
    free(as);
    free(known);
    return changed;
}

static bool rename_all(const dead_coverage *d, const orbit_plan *orbits, const int32_t *empty)
{
    const components *all = &d->graphs->parts;
    renaming x = {.d = d, .empty = empty};
    uint32_t width = 0;
    bool changed = false;
    for (uint32_t i = 0; i < all->count; i++)
        width = all->list[i].width > width ? all->list[i].width : width;
    x.cells = memory_new(all->s->p->layout.cells, sizeof *x.cells);
    x.own = memory_new(width + 1, sizeof *x.own);
    orbit_form_init(&x.form, orbits);
    for (uint32_t i = 0; i < orbits->orbit_count; i++)
        for (uint32_t n = 0; n + 1 < orbits->orbits[i].count; n++) {
            x.number = orbits->swaps[i][n][n + 1];
            for (uint32_t which = 0; which < all->count; which++)
                changed |= rename_marks(&x, which);
        }
    orbit_form_fini(&x.form);
    free(x.cells);
    free(x.own);
    return changed;
}

// Has the compiled program receive a message in a local state: it notes where control comes by. What
// receives other messages by the same link is tried as well, as in a search.
static void receive(const components *all, const int32_t *start, int32_t *cells, const component *k,
                    const int32_t *state, const local_message *m)
{
    const channel_link *l = &all->links[m->link];
    for (uint32_t i = 0; i < all->s->offer_count; i++) {
        const offer *o = &all->s->offers[i];
        run r = {0};
        if (!link_gives(all, l, o))
            continue;
        do {
            memcpy(cells, start, all->s->p->layout.cells * sizeof *cells);
            component_scatter(k, state, cells);
            cells[l->cell] = 1;
            cells[l->cell + 1] = (int32_t)m->rank;
            run_reset(&r);
            all->s->c.call(cells, 0, o->method, o->args, &r);
        } while (run_next(&r));
    }
}

// What was dropped in a local state may be received in all that come after it.
static bool pass_on(const dead_coverage *d, uint32_t which)
{
    const local_graph *k = &d->graphs->list[which];
    bool changed = false;
    for (uint32_t i = 0; i < local_graph_count(k); i++)
        for (uint32_t n = 0; n < k->states[i].next_count; n++)
            for (uint32_t m = 0; m < d->graphs->parts.list[which].message_count; m++)
                if (dropped_at(d, which, i, m)->value)
                    changed |= note(dropped_at(d, which, k->states[i].next[n], m));
    return changed;
}

// Receives what was dropped and not received yet.
static void receive_all(const dead_coverage *d, const int32_t *start, int32_t *cells)
{
    const components *all = &d->graphs->parts;
    for (uint32_t i = 0; i < all->count; i++) {
        const local_graph *k = &d->graphs->list[i];
        for (uint32_t state = 0; state < local_graph_count(k); state++)
            for (uint32_t m = 0; m < all->list[i].message_count; m++) {
                size_t length;
                mark *at = dropped_at(d, i, state, m);
                if (at->value != 1 || !d->seen[i][state].value)
                    continue;
                at->value = RECEIVED;
                receive(all, start, cells, &all->list[i], intern_get(k->cells, state, &length),
                        &all->list[i].messages[m]);
            }
    }
}

void dead_coverage_reach(dead_coverage *d, const orbit_plan *orbits)
{
    const components *all = &d->graphs->parts;
    uint32_t width = all->s->p->layout.cells;
    int32_t *start = memory_new(width, sizeof *start), *empty = memory_new(width, sizeof *empty);
    int32_t *cells = memory_new(width, sizeof *cells);
    run r;
    system_start(all->s, start, &r);
    memcpy(empty, start, width * sizeof *empty);
    for (uint32_t i = 0; i < all->link_count; i++)
        memset(empty + all->links[i].cell, 0,
               ((size_t)empty[all->links[i].cell] + 1) * sizeof *empty);
    for (bool changed = true; changed;) {
        changed = orbits && rename_all(d, orbits, empty);
        for (uint32_t i = 0; i < all->count; i++)
            while (pass_on(d, i))
                changed = true;
    }
    receive_all(d, start, cells);
    free(start);
    free(empty);
    free(cells);
}
