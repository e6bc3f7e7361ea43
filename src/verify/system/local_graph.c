// SPDX-License-Identifier: MIT
// See local_graph.h. All graphs are made at once (local_explore.h). How a component answers *later*
// follows from a backward fixed point over its graph.

#include "verify/system/local_explore.h"

#include "base/memory.h"
#include "verify/canonical/orbit_form.h"
#include "verify/system/once_sent.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_UNIONS = 1000000 };

uint32_t local_state_number(local_graph *k, const int32_t *cells, size_t bytes)
{
    bool fresh;
    uint32_t number = intern_add_fresh(k->cells, cells, bytes, &fresh);
    if (fresh) {
        MEMORY_GROW(k->states, k->state_capacity, number + 1);
        k->states[number] = (local_state){0};
    }
    return number;
}

static int compare_sent(const void *a, const void *b)
{
    const sent_message *x = a, *y = b;
    return x->link != y->link ? (x->link > y->link) - (x->link < y->link)
                              : (x->rank > y->rank) - (x->rank < y->rank);
}

uint32_t local_batch_number(local_graphs *g, const local_message *sent, uint32_t count)
{
    sent_message *list = memory_new(count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (sent_message){sent[i].link, sent[i].rank};
    qsort(list, count, sizeof *list, compare_sent);
    uint32_t number = intern_add(g->batches, list, count * sizeof *list);
    free(list);
    return number;
}

uint32_t local_set_number(local_graphs *g, sent_message *list, uint32_t count)
{
    uint32_t kept = 0;
    if (count)
        qsort(list, count, sizeof *list, compare_sent);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || compare_sent(&list[kept - 1], &list[i]) != 0)
            list[kept++] = list[i];
    return intern_add(g->sends, list, kept * sizeof *list);
}

static const sent_message *messages_of(const intern *of, uint32_t number, uint32_t *count)
{
    size_t length;
    const sent_message *list = intern_get(of, number, &length);
    *count = (uint32_t)(length / sizeof *list);
    return list;
}

const sent_message *local_sends(const local_graphs *g, uint32_t set, uint32_t *count)
{
    return messages_of(g->sends, set, count);
}

const sent_message *local_batch(const local_graphs *g, uint32_t batch, uint32_t *count)
{
    return messages_of(g->batches, batch, count);
}

static uint32_t unite(local_graphs *g, uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    uint32_t m, n;
    const sent_message *x = local_sends(g, a, &m), *y = local_sends(g, b, &n);
    sent_message *both = memory_new(m + n + 1, sizeof *both);
    if (m)
        memcpy(both, x, m * sizeof *both);
    if (n)
        memcpy(both + m, y, n * sizeof *both);
    uint32_t set = local_set_number(g, both, m + n);
    free(both);
    return set;
}

// What is answered in a state that can be reached is answered later. False: nothing new.
static bool look_ahead(local_graphs *g, local_graph *k, uint32_t messages, uint64_t *unions)
{
    bool changed = false;
    for (uint32_t i = intern_count(k->cells); i-- > 0;) {
        local_state *s = &k->states[i];
        for (uint32_t n = 0; n < s->next_count; n++) {
            const uint32_t *later = k->states[s->next[n]].replies;
            for (uint32_t m = 0; m < messages; m++) {
                uint32_t now = s->replies[m];
                if (now == later[m] || now == REPLY_CHANGES)
                    continue;
                s->replies[m] =
                    later[m] == REPLY_CHANGES ? REPLY_CHANGES : 1 + unite(g, now - 1, later[m] - 1);
                ++*unions;
                changed |= s->replies[m] != now;
            }
        }
    }
    return changed;
}

// What a component has on its way in this state.
static uint32_t batch_at(local_graphs *g, const component *c, const int32_t *cells)
{
    local_message *list = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->out_count; i++) {
        const int32_t *items = cells + g->parts.links[c->out[i]].cell;
        list = memory_resize(list, count + (uint32_t)items[0] + 1, sizeof *list);
        for (int32_t k = 1; k <= items[0]; k++)
            list[count++] = (local_message){.link = c->out[i], .rank = (uint32_t)items[k]};
    }
    uint32_t batch = count ? local_batch_number(g, list, count) : 0;
    free(list);
    return batch;
}

// The components of a state that a run may begin in, and what is on its way there.
static void add_start(local_graphs *g, const int32_t *start)
{
    for (uint32_t i = 0; i < g->parts.link_count; i++) {
        const int32_t *items = start + g->parts.links[i].cell;
        g->parts.links[i].begins |= items[0] > 0;
        for (int32_t k = 1; k <= items[0]; k++)
            component_may_get(&g->parts, i, (uint32_t)items[k]);
    }
    for (uint32_t i = 0; i < g->parts.count; i++) {
        const component *c = &g->parts.list[i];
        int32_t *own = memory_new(c->width + 1, sizeof *own);
        component_gather(c, start, own);
        uint32_t state = local_state_number(&g->list[i], own, local_width(g, i) * sizeof *own);
        g->starts = memory_resize(g->starts, g->start_count + 1, sizeof *g->starts);
        g->starts[g->start_count++] = (local_start){i, state, batch_at(g, c, start)};
        free(own);
    }
}

static void add_permuted_starts(local_graphs *g, const int32_t *start, const orbit_plan *orbits)
{
    size_t size = g->parts.s->p->layout.cells * sizeof *start;
    orbit_form f;
    orbit_form_init(&f, orbits);
    for (uint32_t i = 1; i < orbits->orders; i++) {
        int32_t *permuted = memory_copy(start, size);
        orbit_form_permute(&f, i, permuted);
        add_start(g, permuted);
        free(permuted);
    }
    orbit_form_fini(&f);
}

// False: the start fails.
static bool add_starts(local_graphs *g, const orbit_plan *orbits)
{
    const transition_system *s = g->parts.s;
    int32_t *start = memory_new(s->p->layout.cells, sizeof *start);
    run r;
    system_start(s, start, &r);
    if (!r.problem)
        add_start(g, start);
    if (!r.problem && orbits)
        add_permuted_starts(g, start, orbits);
    free(start);
    return !r.problem;
}

// NULL: there is nothing to be had. `once` is its own from now on.
static local_graphs *graphs_make(const transition_system *s, const instance *v,
                                 const system_options *o, const orbit_plan *orbits, once_sent *once,
                                 uint32_t kept)
{
    local_graphs *g = memory_new(1, sizeof *g);
    *g = (local_graphs){.once = once, .sends = intern_new(), .batches = intern_new()};
    if (!components_init(&g->parts, s, v, o, kept)) {
        local_graphs_free(g);
        return NULL;
    }
    g->list = memory_new(g->parts.count, sizeof *g->list);
    intern_add(g->sends, "", 0);
    intern_add(g->batches, "", 0);
    for (uint32_t i = 0; i < g->parts.count; i++)
        g->list[i].cells = intern_new();
    if (!add_starts(g, orbits)) {
        local_graphs_free(g);
        return NULL;
    }
    local_explore(g);
    for (uint32_t i = 0; i < g->parts.count; i++) {
        local_graph *k = &g->list[i];
        uint64_t unions = 0;
        while (!k->given_up && look_ahead(g, k, g->parts.list[i].message_count, &unions))
            k->given_up = unions > MOST_UNIONS;
    }
    return g;
}

local_graphs *local_graphs_new(const transition_system *s, const instance *v,
                               const system_options *o, const orbit_plan *orbits, uint32_t kept)
{
    return graphs_make(s, v, o, orbits, NULL, kept);
}

local_graphs *local_graphs_refined(const local_graphs *plain, const instance *v,
                                   const system_options *o, const orbit_plan *orbits)
{
    once_sent *once = once_sent_new(plain);
    local_graphs *g =
        once ? graphs_make(plain->parts.s, v, o, orbits, once, plain->parts.kept) : NULL;
    for (uint32_t i = 0; g && i < g->parts.count; i++)
        if (g->list[i].given_up && !plain->list[i].given_up) {
            local_graphs_free(g);
            g = NULL;
        }
    return g;
}

void local_graphs_free(local_graphs *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; g->list && i < g->parts.count; i++) {
        local_graph *k = &g->list[i];
        for (uint32_t n = 0; k->cells && n < intern_count(k->cells); n++) {
            free(k->states[n].edges);
            free(k->states[n].next);
            free(k->states[n].replies);
        }
        if (k->cells)
            intern_free(k->cells);
        free(k->states);
    }
    free(g->list);
    free(g->starts);
    once_sent_free(g->once);
    intern_free(g->sends);
    intern_free(g->batches);
    components_fini(&g->parts);
    free(g);
}
