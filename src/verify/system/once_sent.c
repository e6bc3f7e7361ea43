// SPDX-License-Identifier: MIT
// See once_sent.h.

#include "verify/system/once_sent.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 16 };

static uint32_t count_in(const local_graphs *g, uint32_t batch, uint32_t link, uint32_t rank)
{
    uint32_t count, times = 0;
    const sent_message *sent = local_batch(g, batch, &count);
    for (uint32_t i = 0; i < count; i++)
        times += sent[i].link == link && sent[i].rank == rank;
    return times;
}

// Whether a message has been sent: on some way to a local state not, on some way once.
typedef struct sending {
    const local_graphs *g;
    const local_graph *k; // the sender's
    uint32_t link, rank;
    bool *unsent, *sent; // of each of its states
    bool twice;
} sending;

static bool follow(sending *s, uint32_t from)
{
    const local_state *at = &s->k->states[from];
    bool changed = false;
    for (uint32_t i = 0; i < at->edge_count; i++) {
        const local_edge *e = &at->edges[i];
        if (e->to == LOCAL_FAILS)
            continue;
        uint32_t times = e->batch ? count_in(s->g, e->batch, s->link, s->rank) : 0;
        s->twice |= times > 1 || (times && s->sent[from]);
        bool sent = times ? s->unsent[from] : s->sent[from], unsent = !times && s->unsent[from];
        changed |= (sent && !s->sent[e->to]) || (unsent && !s->unsent[e->to]);
        s->sent[e->to] |= sent;
        s->unsent[e->to] |= unsent;
    }
    return changed;
}

// In which states of the sender it has been sent; the caller's to free. NULL: it is not accounted for.
static bool *account(const local_graphs *g, uint32_t link, uint32_t rank)
{
    const channel_link *l = &g->parts.links[link];
    const local_graph *k = &g->list[l->from];
    if (k->given_up || l->over->lossy || l->over->duplicating)
        return NULL;
    uint32_t count = local_graph_count(k);
    bool *both = memory_new((size_t)2 * count + 1, sizeof *both);
    sending s = {.g = g, .k = k, .link = link, .rank = rank, .sent = both, .unsent = both + count};
    for (uint32_t i = 0; i < g->start_count; i++) {
        const local_start *at = &g->starts[i];
        if (at->component != l->from)
            continue;
        uint32_t times = count_in(g, at->batch, link, rank);
        s.twice |= times > 1;
        (times ? s.sent : s.unsent)[at->state] = true;
    }
    for (bool changed = true; changed && !s.twice;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed |= follow(&s, i);
    }
    for (uint32_t i = 0; i < count; i++)
        s.twice |= s.sent[i] && s.unsent[i];
    if (!s.twice)
        return both;
    free(both);
    return NULL;
}

// Could it change something, and then again?
static bool is_worth_it(const local_graph *k, uint32_t message, uint32_t label)
{
    for (uint32_t i = 0; i < local_graph_count(k); i++)
        for (uint32_t n = 0; n < k->states[i].edge_count; n++) {
            const local_edge *e = &k->states[i].edges[n];
            if (e->label == label && e->to != LOCAL_FAILS && e->to != i &&
                k->states[e->to].replies[message] == REPLY_CHANGES)
                return true;
        }
    return false;
}

static void find_messages(once_sent *o, uint32_t which)
{
    const local_graphs *g = o->plain;
    const component *c = &g->parts.list[which];
    uint32_t bits = 0;
    for (uint32_t i = 0; i < c->message_count && bits < MOST_BITS; i++) {
        const local_message *m = &c->messages[i];
        bool *sent = is_worth_it(&g->list[which], i, local_receipt(c, i))
                         ? account(g, m->link, m->rank)
                         : NULL;
        if (!sent)
            continue;
        o->list = memory_resize(o->list, o->count + 1, sizeof *o->list);
        o->list[o->count++] = (once_message){m->link, m->rank, UINT32_C(1) << bits++, sent};
    }
    o->receivers |= bits ? UINT64_C(1) << which : 0;
}

once_sent *once_sent_new(const local_graphs *plain)
{
    once_sent *o = memory_new(1, sizeof *o);
    o->plain = plain;
    for (uint32_t i = 0; i < plain->parts.count; i++)
        if (!plain->list[i].given_up)
            find_messages(o, i);
    if (o->count)
        return o;
    once_sent_free(o);
    return NULL;
}

void once_sent_free(once_sent *o)
{
    if (!o)
        return;
    for (uint32_t i = 0; i < o->count; i++)
        free(o->list[i].sent);
    free(o->list);
    free(o);
}

uint32_t once_sent_bit(const once_sent *o, uint32_t link, uint32_t rank)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (o->list[i].link == link && o->list[i].rank == rank)
            return o->list[i].bit;
    return 0;
}

static bool is_there(const int32_t *items, uint32_t rank)
{
    for (int32_t i = 1; i <= items[0]; i++)
        if ((uint32_t)items[i] == rank)
            return true;
    return false;
}

uint32_t once_sent_gone(const once_sent *o, uint32_t which, const int32_t *cells, int32_t *own)
{
    const components *all = &o->plain->parts;
    uint32_t gone = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const once_message *m = &o->list[i];
        const channel_link *l = &all->links[m->link];
        if (l->to != which || is_there(cells + l->cell, m->rank))
            continue;
        const component *sender = &all->list[l->from];
        component_gather(sender, cells, own);
        uint32_t state =
            intern_find(o->plain->list[l->from].cells, own, sender->width * sizeof *own);
        assert(state != INTERN_NONE);
        gone |= m->sent[state] ? m->bit : 0;
    }
    return gone;
}
