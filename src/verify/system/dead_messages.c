// SPDX-License-Identifier: MIT
// See dead_messages.h.

#include "verify/system/dead_messages.h"

#include "base/memory.h"
#include "verify/system/dead_filter.h"

#include <stdlib.h>
#include <string.h>

static void own_cells(dead_messages *d)
{
    const components *all = &d->graphs->parts;
    d->first = UINT32_MAX;
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->list[i].span_count; k++) {
            const cell_span *s = &all->list[i].spans[k];
            d->first = s->whole < d->first ? s->whole : d->first;
            d->last = s->whole + s->length > d->last ? s->whole + s->length : d->last;
        }
    d->first = d->first < d->last ? d->first : d->last;
    d->owner = memory_new(d->last - d->first + 1, 1);
    memset(d->owner, NOBODY, d->last - d->first + 1);
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->list[i].span_count; k++)
            memset(d->owner + all->list[i].spans[k].whole - d->first, (int)i,
                   all->list[i].spans[k].length);
}

// Is some message that can come by this link inert in some state?
static bool is_of_use(const dead_messages *d, const channel_link *l)
{
    const local_graph *k = &d->graphs->list[l->to];
    if (l->keeps)
        return false;
    for (uint32_t rank = 0; rank < d->graphs->parts.ranks; rank++)
        for (uint32_t i = 0; l->numbers[rank] && i < local_graph_count(k); i++)
            if (k->states[i].replies[l->numbers[rank] - 1] != REPLY_CHANGES)
                return true;
    return false;
}

// The deciders of what may be answered to messages of this link.
static uint64_t answerers(const local_graphs *g, const channel_link *l, const local_state *in,
                          const uint64_t *deciders)
{
    uint64_t all = 0;
    for (uint32_t rank = 0; rank < g->parts.ranks; rank++) {
        uint32_t reply = l->numbers[rank] ? in->replies[l->numbers[rank] - 1] : REPLY_CHANGES;
        uint32_t count = 0;
        const sent_message *sent = reply == REPLY_CHANGES || reply == REPLY_NOTHING
                                       ? NULL
                                       : local_sends(g, reply - 1, &count);
        for (uint32_t i = 0; i < count; i++)
            all |= deciders[sent[i].link];
    }
    return all;
}

// The components whose local states say whether what comes by a link is dead, a bit each: the
// receiver, and whoever gets the answers.
static void find_deciders(const local_graphs *g, uint64_t *of)
{
    for (uint32_t i = 0; i < g->parts.link_count; i++)
        of[i] = UINT64_C(1) << g->parts.links[i].to;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->parts.link_count; i++) {
            const local_graph *k = &g->list[g->parts.links[i].to];
            uint64_t was = of[i];
            for (uint32_t n = 0; n < local_graph_count(k); n++)
                of[i] |= answerers(g, &g->parts.links[i], &k->states[n], of);
            changed |= of[i] != was;
        }
    }
}

static void find_dependences(dead_messages *d)
{
    enum { BITS = 64 };
    const components *all = &d->graphs->parts;
    uint32_t cells = all->s->p->layout.cells;
    if (d->link_count > BITS)
        return;
    d->channel_of = memory_new(cells, sizeof *d->channel_of);
    memset(d->channel_of, NOBODY, cells);
    d->depends = memory_new(all->count, sizeof *d->depends);
    uint64_t *deciders = memory_new(all->link_count + 1, sizeof *deciders);
    find_deciders(d->graphs, deciders);
    for (uint32_t i = 0; i < d->link_count; i++) {
        const channel_link *l = &all->links[d->links[i]];
        memset(d->channel_of + l->cell, (int)i, l->room);
        for (uint32_t k = 0; k < all->count; k++)
            if (deciders[d->links[i]] >> k & 1)
                d->depends[k] |= UINT64_C(1) << i;
    }
    free(deciders);
}

dead_messages *dead_messages_new(const local_graphs *g)
{
    dead_messages *d = memory_new(1, sizeof *d);
    const components *all = &g->parts;
    d->graphs = g;
    d->links = memory_new(all->link_count, sizeof *d->links);
    for (uint32_t i = 0; i < all->link_count; i++)
        if (is_of_use(d, &all->links[i]))
            d->links[d->link_count++] = i;
    own_cells(d);
    find_dependences(d);
    d->coverage = dead_coverage_new(g);
    if (d->link_count)
        return d;
    dead_messages_free(d);
    return NULL;
}

void dead_messages_free(dead_messages *d)
{
    if (!d)
        return;
    dead_coverage_free(d->coverage);
    free(d->links);
    free(d->owner);
    free(d->channel_of);
    free(d->depends);
    free(d);
}

bool dead_messages_claimed(const dead_messages *d)
{
    return d->graphs->parts.claimed;
}

void dead_messages_reach(dead_messages *d, const orbit_plan *orbits)
{
    dead_coverage_reach(d->coverage, orbits);
}
