// SPDX-License-Identifier: MIT
// See eager_receipts.h. The conditions are asked of the local graphs, which hold more than what
// happens in the system: a channel may be eager that is not found to be.

#include "verify/system/eager_receipts.h"

#include "base/memory.h"
#include "verify/system/local_graph.h"

#include <stdlib.h>
#include <string.h>

// Work is counted in edges that are looked at, so that the same model is reduced in the same way
// everywhere.
enum { MOST_LOOKS = 20000000, MOST_PAIRS = 200000 };

typedef struct eager_link {
    uint32_t cell;
    uint32_t *offers; // of the system, by kinds of messages
} eager_link;

struct eager_receipts {
    const message_kind *kinds;
    eager_link *links;
    uint32_t link_count, kind_count;
};

// What is asked of one message of one link.
typedef struct asking {
    const local_graphs *g;
    const channel_link *link;
    uint32_t number, rank; // of the link and the message
    const component *receiver;
    const local_graph *graph; // the receiver's
    uint32_t label;           // of its receipt
    bool answers;             // it is sent only in answer to messages of the receiver
    bool dispensable;         // condition 3
    bool *there;              // local states in which it may be on its way
    uint64_t looks;
} asking;

static bool has(const local_graphs *g, uint32_t batch, uint32_t link, uint32_t rank)
{
    uint32_t count;
    const sent_message *sent = local_batch(g, batch, &count);
    for (uint32_t i = 0; i < count; i++)
        if (sent[i].link == link && sent[i].rank == rank)
            return true;
    return false;
}

// The first edge of a state with this label, or the first after it.
static uint32_t first_edge(const local_state *s, uint32_t label)
{
    uint32_t low = 0, high = s->edge_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->edges[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Where the receipt leads. LOCAL_UNKNOWN: condition 0 does not hold.
static uint32_t received(const asking *k, uint32_t state)
{
    const local_state *s = &k->graph->states[state];
    uint32_t i = first_edge(s, k->label);
    if (i == s->edge_count || s->edges[i].label != k->label || s->edges[i].to == LOCAL_FAILS ||
        s->edges[i].batch || (i + 1 < s->edge_count && s->edges[i + 1].label == k->label))
        return LOCAL_UNKNOWN;
    return s->edges[i].to;
}

static bool has_edge(const local_state *s, const local_edge *like, uint32_t to)
{
    for (uint32_t i = first_edge(s, like->label);
         i < s->edge_count && s->edges[i].label == like->label; i++)
        if (s->edges[i].to == to && s->edges[i].batch == like->batch)
            return true;
    return false;
}

// Marks a state, and all after it.
static void mark_from(asking *k, uint32_t state, uint32_t *stack)
{
    uint32_t depth = 0;
    if (k->there[state])
        return;
    k->there[state] = true;
    stack[depth++] = state;
    while (depth) {
        const local_state *s = &k->graph->states[stack[--depth]];
        for (uint32_t i = 0; i < s->next_count; i++) {
            k->looks++;
            if (k->there[s->next[i]])
                continue;
            k->there[s->next[i]] = true;
            stack[depth++] = s->next[i];
        }
    }
}

// The states of the receiver after it has sent this message.
static void mark_after(asking *k, const local_message *sent, uint32_t *stack)
{
    for (uint32_t i = 0; i < local_graph_count(k->graph); i++)
        for (uint32_t n = 0; n < k->graph->states[i].edge_count; n++) {
            const local_edge *e = &k->graph->states[i].edges[n];
            k->looks++;
            if (e->batch && e->to != LOCAL_FAILS && has(k->g, e->batch, sent->link, sent->rank))
                mark_from(k, e->to, stack);
        }
}

// When the message is sent: in answer to messages of its receiver alone, which are its causes; and for
// condition 3.
static void look_at_sender(asking *k, bool *causes)
{
    const components *all = &k->g->parts;
    const component *sender = &all->list[k->link->from];
    const local_graph *at = &k->g->list[k->link->from];
    k->answers = k->dispensable = !at->given_up;
    for (uint32_t i = 0; i < local_graph_count(at); i++)
        for (uint32_t n = 0; n < at->states[i].edge_count; n++) {
            const local_edge *e = &at->states[i].edges[n];
            uint32_t count, message = e->label - sender->alone.offer_count;
            k->looks++;
            if (!e->batch || !has(k->g, e->batch, k->number, k->rank))
                continue;
            if (e->label < sender->alone.offer_count) {
                k->answers = k->dispensable = false;
                continue;
            }
            local_batch(k->g, e->batch, &count);
            const channel_link *by = &all->links[sender->messages[message].link];
            causes[message] = true;
            k->answers &= by->from == k->link->to && !by->begins;
            // What the sender does not receive stays in its channel, and must not be in the way there.
            k->dispensable &= e->to == i && count == 1 && !by->over->fifo && !by->over->bound;
        }
}

static void find_states(asking *k)
{
    const component *sender = &k->g->parts.list[k->link->from];
    uint32_t count = local_graph_count(k->graph);
    bool *causes = memory_new(sender->message_count + 1, sizeof *causes);
    uint32_t *stack = memory_new(count + 1, sizeof *stack);
    memset(k->there, 0, count * sizeof *k->there);
    look_at_sender(k, causes);
    if (!k->answers)
        memset(k->there, true, count * sizeof *k->there);
    else
        for (uint32_t i = 0; i < sender->message_count; i++)
            if (causes[i])
                mark_after(k, &sender->messages[i], stack);
    free(causes);
    free(stack);
}

// Conditions 0 and 1.
static bool comes_earlier(asking *k)
{
    for (uint32_t c = 0; c < local_graph_count(k->graph); c++) {
        if (!k->there[c])
            continue;
        uint32_t after = received(k, c);
        if (after == LOCAL_UNKNOWN)
            return false;
        const local_state *s = &k->graph->states[c];
        for (uint32_t i = 0; i < s->edge_count; i++) {
            const local_edge *a = &s->edges[i];
            k->looks++;
            if (a->to == LOCAL_FAILS)
                continue;
            uint32_t later = received(k, a->to);
            if (later != a->to && !has_edge(&k->graph->states[after], a, later))
                return false;
        }
    }
    return true;
}

// The state that a step leads to in place of `to`, for condition 2: that state itself, or the only one
// there is. LOCAL_UNKNOWN: none, or it is not clear which.
static uint32_t match(const local_state *s, const local_edge *like)
{
    uint32_t found = LOCAL_UNKNOWN, count = 0;
    for (uint32_t i = first_edge(s, like->label);
         i < s->edge_count && s->edges[i].label == like->label; i++) {
        if (s->edges[i].to == like->to && s->edges[i].batch == like->batch)
            return like->to;
        if (s->edges[i].to == LOCAL_FAILS || s->edges[i].batch != like->batch)
            continue;
        found = s->edges[i].to;
        count++;
    }
    return count == 1 && like->to != LOCAL_FAILS ? found : LOCAL_UNKNOWN;
}

// Condition 2: the pairs (c, m(c)), and all that they lead to, are a simulation.
static bool does_no_harm(asking *k)
{
    intern *pairs = intern_new();
    bool right = true;
    for (uint32_t c = 0; c < local_graph_count(k->graph); c++)
        if (k->there[c] && received(k, c) != c)
            intern_add(pairs, (uint32_t[]){c, received(k, c)}, 2 * sizeof(uint32_t));
    for (uint32_t i = 0; right && i < intern_count(pairs); i++) {
        size_t length;
        const uint32_t *pair = intern_get(pairs, i, &length);
        const local_state *less = &k->graph->states[pair[0]], *more = &k->graph->states[pair[1]];
        for (uint32_t n = 0; right && n < less->edge_count; n++) {
            uint32_t to = less->edges[n].to, other = match(more, &less->edges[n]);
            k->looks++;
            right = other != LOCAL_UNKNOWN;
            if (right && other != to)
                intern_add(pairs, (uint32_t[]){to, other}, 2 * sizeof(uint32_t));
        }
        right = right && intern_count(pairs) <= MOST_PAIRS;
    }
    intern_free(pairs);
    return right;
}

static bool is_eager_message(asking *k, uint32_t rank)
{
    k->rank = rank;
    k->label = local_receipt(k->receiver, k->link->numbers[rank] - 1);
    find_states(k);
    return comes_earlier(k) && (k->dispensable || does_no_harm(k)) && k->looks <= MOST_LOOKS;
}

static bool is_eager_link(const local_graphs *g, uint32_t number, uint64_t *looks)
{
    const channel_link *l = &g->parts.links[number];
    asking k = {.g = g,
                .link = l,
                .number = number,
                .receiver = &g->parts.list[l->to],
                .graph = &g->list[l->to],
                .looks = *looks};
    if (k.graph->given_up || l->begins || l->over->fifo || l->over->lossy || l->over->duplicating ||
        l->over->bound)
        return false;
    k.there = memory_new(local_graph_count(k.graph) + 1, sizeof *k.there);
    bool eager = true;
    for (uint32_t rank = 0; eager && rank < g->parts.ranks; rank++)
        eager = !l->numbers[rank] || is_eager_message(&k, rank);
    free(k.there);
    *looks = k.looks;
    return eager;
}

static bool is_used(const local_graphs *g, const channel_link *l)
{
    for (uint32_t rank = 0; rank < g->parts.ranks; rank++)
        if (l->numbers[rank])
            return true;
    return false;
}

static bool is_eager(const local_graphs *g, const channel *h, uint64_t *looks)
{
    bool eager = true, used = false;
    for (uint32_t i = 0; eager && i < g->parts.link_count; i++)
        if (g->parts.links[i].over == h) {
            eager = is_eager_link(g, i, looks);
            used |= is_used(g, &g->parts.links[i]);
        }
    return eager && used;
}

static void add_link(eager_receipts *e, const local_graphs *g, const channel_link *l)
{
    const transition_system *s = g->parts.s;
    eager_link *to = &e->links[e->link_count++];
    *to = (eager_link){.cell = l->cell, .offers = memory_new(e->kind_count, sizeof *to->offers)};
    for (uint32_t i = 0; i < s->offer_count; i++)
        if (link_gives(&g->parts, l, &s->offers[i]))
            to->offers[message_find(s->m->whole,
                                    s->p->routines[s->offers[i].method].method->message)] = i;
}

eager_receipts *eager_receipts_new(const local_graphs *g)
{
    const unit *system = g->parts.system;
    const model *whole = g->parts.s->m->whole;
    eager_receipts *e = memory_new(1, sizeof *e);
    uint64_t looks = 0;
    *e = (eager_receipts){.kinds = g->parts.s->m->messages, .kind_count = whole->message_count};
    e->links = memory_new(g->parts.link_count, sizeof *e->links);
    for (uint32_t i = 0; i < system->channel_count; i++) {
        bool eager = is_eager(g, &system->channels[i], &looks);
        for (uint32_t n = 0; eager && n < g->parts.link_count; n++)
            if (g->parts.links[n].over == &system->channels[i])
                add_link(e, g, &g->parts.links[n]);
    }
    if (e->link_count)
        return e;
    eager_receipts_free(e);
    return NULL;
}

void eager_receipts_free(eager_receipts *e)
{
    if (!e)
        return;
    for (uint32_t i = 0; i < e->link_count; i++)
        free(e->links[i].offers);
    free(e->links);
    free(e);
}

bool eager_receipts_find(const eager_receipts *e, const int32_t *cells, uint32_t *which)
{
    for (uint32_t i = 0; i < e->link_count; i++) {
        const int32_t *on_its_way = cells + e->links[i].cell;
        if (!on_its_way[0])
            continue;
        uint32_t rank = (uint32_t)on_its_way[1], kind = 0;
        while (rank - e->kinds[kind].base >= e->kinds[kind].count)
            kind++;
        *which = e->links[i].offers[kind];
        return true;
    }
    return false;
}
