// SPDX-License-Identifier: MIT
// See local_graph.h. All graphs are made at once: a message that a component turns out to send is
// tried in all local states of its receiver, until nothing new comes up. How a component answers
// *later* follows from a backward fixed point over its graph.

#include "verify/system/local_graph.h"

#include "base/memory.h"
#include "verify/canonical/orbit_form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Work is counted in steps of the interpreter, about a microsecond each, so that the same
// model is reduced in the same way everywhere.
enum { ALL_STEPS = 600000, MOST_LOCAL_STATES = 20000, MOST_UNIONS = 1000000 };

typedef struct exploration {
    local_graphs *g;
    uint32_t which; // the component
    uint32_t from;  // its state
    uint32_t label; // of the step that is tried
    bool changes;
    sent_message *sent; // by the receipt, in all its ways
    uint32_t sent_count, sent_capacity;
} exploration;

static uint32_t state_number(local_graph *k, const int32_t *cells, size_t bytes)
{
    bool fresh;
    uint32_t number = intern_add_fresh(k->cells, cells, bytes, &fresh);
    if (fresh) {
        MEMORY_GROW(k->states, k->state_capacity, number + 1);
        k->states[number] = (local_state){0};
    }
    return number;
}

static void add_next(local_state *s, uint32_t to)
{
    for (uint32_t i = s->next_count; i-- > 0;)
        if (s->next[i] == to)
            return;
    MEMORY_GROW(s->next, s->next_capacity, s->next_count + 1);
    s->next[s->next_count++] = to;
}

static int compare_sent(const void *a, const void *b)
{
    const sent_message *x = a, *y = b;
    return x->link != y->link ? (x->link > y->link) - (x->link < y->link)
                              : (x->rank > y->rank) - (x->rank < y->rank);
}

static uint32_t batch_number(local_graphs *g, const local_way *way)
{
    sent_message *list = memory_new(way->sent_count + 1, sizeof *list);
    for (uint32_t i = 0; i < way->sent_count; i++)
        list[i] = (sent_message){way->sent[i].link, way->sent[i].rank};
    qsort(list, way->sent_count, sizeof *list, compare_sent);
    uint32_t number = intern_add(g->batches, list, way->sent_count * sizeof *list);
    free(list);
    return number;
}

static void add_edge(exploration *x, uint32_t to, uint32_t batch)
{
    local_state *s = &x->g->list[x->which].states[x->from];
    assert(!s->edge_count || s->edges[s->edge_count - 1].label <= x->label);
    for (uint32_t i = s->edge_count; i-- > 0 && s->edges[i].label == x->label;)
        if (s->edges[i].to == to && s->edges[i].batch == batch)
            return;
    MEMORY_GROW(s->edges, s->edge_capacity, s->edge_count + 1);
    s->edges[s->edge_count++] = (local_edge){x->label, to, batch};
}

static void see_way(void *context, const local_way *way)
{
    exploration *x = context;
    local_graph *k = &x->g->list[x->which];
    uint32_t width = x->g->parts.list[x->which].width;
    uint32_t to = state_number(k, way->cells, width * sizeof *way->cells);
    if (to != x->from) {
        x->changes = true;
        add_next(&k->states[x->from], to);
    }
    add_edge(x, to, way->sent_count ? batch_number(x->g, way) : 0);
    for (uint32_t i = 0; i < way->sent_count; i++) {
        component_may_get(&x->g->parts, way->sent[i].link, way->sent[i].rank);
        MEMORY_GROW(x->sent, x->sent_capacity, x->sent_count + 1);
        x->sent[x->sent_count++] = (sent_message){way->sent[i].link, way->sent[i].rank};
    }
}

// Whatever it can send may come, at any time.
static void give_up(local_graphs *g, uint32_t which)
{
    const component *c = &g->parts.list[which];
    g->list[which].given_up = true;
    for (uint32_t i = 0; i < c->out_count; i++)
        component_may_get_all(&g->parts, c->out[i]);
}

// False: it is given up.
static bool try_step(exploration *x, uint32_t offered, const local_message *received,
                     uint32_t *ended)
{
    local_graphs *g = x->g;
    local_graph *k = &g->list[x->which];
    const component *c = &g->parts.list[x->which];
    size_t length;
    int32_t *state = memory_copy(intern_get(k->cells, x->from, &length), c->width * sizeof *state);
    local_message copy = received ? *received : (local_message){0};
    x->changes = false;
    x->sent_count = 0;
    x->label = received ? local_receipt(c, (uint32_t)(received - c->messages)) : offered;
    *ended = component_step(&g->parts, c, state, offered, received ? &copy : NULL, see_way, x);
    free(state);
    if (*ended & LOCAL_FAILED)
        add_edge(x, LOCAL_FAILS, 0);
    if (++k->steps <= ALL_STEPS / g->parts.count && intern_count(k->cells) <= MOST_LOCAL_STATES &&
        !(*ended & LOCAL_TOO_MANY))
        return true;
    give_up(g, x->which);
    return false;
}

static uint32_t set_number(local_graphs *g, sent_message *list, uint32_t count)
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

// A receipt that sends by a channel that is bounded may have to wait.
static bool sends_kept(const exploration *x)
{
    for (uint32_t i = 0; i < x->sent_count; i++) {
        const channel_link *l = &x->g->parts.links[x->sent[i].link];
        if (l->keeps || l->over->bound)
            return true;
    }
    return false;
}

// Tries in a state what was not tried yet. False: the component is given up.
static bool visit_state(exploration *x, bool *fresh)
{
    local_graphs *g = x->g;
    local_graph *k = &g->list[x->which];
    const component *c = &g->parts.list[x->which];
    uint32_t ended;
    if (!k->states[x->from].offered) {
        *fresh = true;
        k->states[x->from].offered = true;
        for (uint32_t i = 0; i < c->alone.offer_count; i++)
            if (!c->alone.p->routines[c->alone.offers[i].method].method->over &&
                !try_step(x, i, NULL, &ended))
                return false;
    }
    while (k->states[x->from].tried < c->message_count) {
        uint32_t m = k->states[x->from].tried++;
        *fresh = true;
        if (!try_step(x, c->messages[m].offer, &c->messages[m], &ended))
            return false;
        bool changes = x->changes || ended || sends_kept(x);
        local_state *s = &k->states[x->from];
        s->replies = memory_resize(s->replies, m + 1, sizeof *s->replies);
        s->replies[m] = changes ? REPLY_CHANGES : 1 + set_number(g, x->sent, x->sent_count);
    }
    return true;
}

static void explore(local_graphs *g)
{
    exploration x = {.g = g};
    for (bool fresh = true; fresh;) {
        fresh = false;
        for (x.which = 0; x.which < g->parts.count; x.which++) {
            local_graph *k = &g->list[x.which];
            for (x.from = 0; !k->given_up && x.from < intern_count(k->cells); x.from++)
                if (!visit_state(&x, &fresh))
                    fresh = true;
        }
    }
    free(x.sent);
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
    uint32_t set = set_number(g, both, m + n);
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

// The components of a state that a run may begin in.
static void add_start(local_graphs *g, const int32_t *start)
{
    for (uint32_t i = 0; i < g->parts.count; i++) {
        const component *c = &g->parts.list[i];
        int32_t *own = memory_new(c->width + 1, sizeof *own);
        component_gather(c, start, own);
        state_number(&g->list[i], own, c->width * sizeof *own);
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

local_graphs *local_graphs_new(const transition_system *s, const instance *v,
                               const system_options *o, const orbit_plan *orbits, uint32_t kept)
{
    local_graphs *g = memory_new(1, sizeof *g);
    *g = (local_graphs){.sends = intern_new(), .batches = intern_new()};
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
    explore(g);
    for (uint32_t i = 0; i < g->parts.count; i++) {
        local_graph *k = &g->list[i];
        uint64_t unions = 0;
        while (!k->given_up && look_ahead(g, k, g->parts.list[i].message_count, &unions))
            k->given_up = unions > MOST_UNIONS;
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
    intern_free(g->sends);
    intern_free(g->batches);
    components_fini(&g->parts);
    free(g);
}
