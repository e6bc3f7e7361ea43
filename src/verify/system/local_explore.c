// SPDX-License-Identifier: MIT
// See local_explore.h. A message that a component turns out to send is tried in all local states of
// its receiver, until nothing new comes up.

#include "verify/system/local_explore.h"

#include "base/memory.h"
#include "verify/system/once_sent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Work is counted in steps of the interpreter, about a microsecond each, so that the same
// model is reduced in the same way everywhere.
enum { ALL_STEPS = 600000, MOST_LOCAL_STATES = 20000 };

typedef struct exploration {
    local_graphs *g;
    uint32_t which;          // the component
    uint32_t from;           // its state
    uint32_t label;          // of the step that is tried
    bool changes;            // variables of the component
    int32_t *before, *after; // its cells; after it, those that bits are added to
    sent_message *sent;      // by the receipt, in all its ways
    uint32_t sent_count, sent_capacity;
} exploration;

static void add_next(local_state *s, uint32_t to)
{
    for (uint32_t i = s->next_count; i-- > 0;)
        if (s->next[i] == to)
            return;
    MEMORY_GROW(s->next, s->next_capacity, s->next_count + 1);
    s->next[s->next_count++] = to;
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
    memcpy(x->after, way->cells, width * sizeof *x->after);
    uint32_t to = local_state_number(k, x->after, local_width(x->g, x->which) * sizeof *x->after);
    x->changes |= memcmp(x->before, x->after, width * sizeof *x->after) != 0;
    if (to != x->from)
        add_next(&k->states[x->from], to);
    add_edge(x, to, way->sent_count ? local_batch_number(x->g, way->sent, way->sent_count) : 0);
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
    size_t length, size = local_width(g, x->which) * sizeof *x->before;
    local_message copy = received ? *received : (local_message){0};
    memcpy(x->before, intern_get(k->cells, x->from, &length), size);
    memcpy(x->after, x->before, size);
    if (g->once && received)
        x->after[c->width] |= (int32_t)once_sent_bit(g->once, copy.link, copy.rank);
    x->changes = false;
    x->sent_count = 0;
    x->label = received ? local_receipt(c, (uint32_t)(received - c->messages)) : offered;
    *ended = component_step(&g->parts, c, x->before, offered, received ? &copy : NULL, see_way, x);
    if (*ended & LOCAL_FAILED)
        add_edge(x, LOCAL_FAILS, 0);
    if (++k->steps <= ALL_STEPS / g->parts.count && intern_count(k->cells) <= MOST_LOCAL_STATES &&
        !(*ended & LOCAL_TOO_MANY))
        return true;
    give_up(g, x->which);
    return false;
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

// Can this message not come any more?
static bool is_gone(const exploration *x, const local_message *m)
{
    const local_graphs *g = x->g;
    size_t length;
    if (!g->once)
        return false;
    const int32_t *cells = intern_get(g->list[x->which].cells, x->from, &length);
    uint32_t gone = (uint32_t)cells[g->parts.list[x->which].width];
    return gone & once_sent_bit(g->once, m->link, m->rank);
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
        bool gone = is_gone(x, &c->messages[m]);
        if (!gone && !try_step(x, c->messages[m].offer, &c->messages[m], &ended))
            return false;
        bool changes = !gone && (x->changes || ended || sends_kept(x));
        local_state *s = &k->states[x->from];
        s->replies = memory_resize(s->replies, m + 1, sizeof *s->replies);
        s->replies[m] = changes ? REPLY_CHANGES
                        : gone  ? REPLY_NOTHING
                                : 1 + local_set_number(g, x->sent, x->sent_count);
    }
    return true;
}

void local_explore(local_graphs *g)
{
    exploration x = {.g = g};
    uint32_t width = 0;
    for (uint32_t i = 0; i < g->parts.count; i++)
        width = local_width(g, i) > width ? local_width(g, i) : width;
    x.before = memory_new(width + 1, sizeof *x.before);
    x.after = memory_new(width + 1, sizeof *x.after);
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
    free(x.before);
    free(x.after);
}
