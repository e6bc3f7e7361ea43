// SPDX-License-Identifier: MIT
// See claim_looks.h.

#include "verify/system/claim_looks.h"

#include "base/memory.h"
#include "model/emit/emitted.h"
#include "verify/system/local_graph.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

// A link that claims may look at.
typedef struct watched {
    const channel_link *link;
    uint32_t cell; // of the link
    bool *inert;   // in each local state of the receiver: is some message that comes by it?
} watched;

struct claim_looks {
    const local_graphs *graphs;
    watched *list;
    uint32_t count;
    _Atomic uint32_t exposed;
};

// Is some message that comes by this link inert there? One that is gone (once_sent.h) is: it may
// have been dropped.
static bool is_inert(const local_graphs *g, const channel_link *l, uint32_t local)
{
    const uint32_t *replies = g->list[l->to].states[local].replies;
    for (uint32_t rank = 0; rank < g->parts.ranks; rank++)
        if (l->numbers[rank] && replies[l->numbers[rank] - 1] != REPLY_CHANGES)
            return true;
    return false;
}

static void watch(claim_looks *c, const channel_link *l)
{
    uint32_t count = local_graph_count(&c->graphs->list[l->to]);
    watched *w = &c->list[c->count++];
    *w = (watched){l, l->cell, memory_new(count + 1, sizeof *w->inert)};
    for (uint32_t i = 0; i < count; i++)
        w->inert[i] = is_inert(c->graphs, l, i);
}

claim_looks *claim_looks_new(const local_graphs *g)
{
    claim_looks *c = memory_new(1, sizeof *c);
    c->graphs = g;
    c->list = memory_new(g->parts.link_count + 1, sizeof *c->list);
    for (uint32_t i = 0; i < g->parts.link_count; i++)
        if (g->parts.links[i].claimed && !g->parts.links[i].keeps)
            watch(c, &g->parts.links[i]);
    if (c->count)
        return c;
    claim_looks_free(c);
    return NULL;
}

void claim_looks_free(claim_looks *c)
{
    if (!c)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        free(c->list[i].inert);
    free(c->list);
    free(c);
}

static void note_in(claim_looks *c, const uint32_t *locals, const uint8_t *looked, uint8_t side)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const watched *w = &c->list[i];
        uint32_t local = locals[w->link->to];
        if (!(looked[w->cell] & side) || local == LOCAL_UNKNOWN || !w->inert[local])
            continue;
        uint32_t which = 1U << (w->link->over - c->graphs->parts.system->channels);
        if (!(atomic_load_explicit(&c->exposed, memory_order_relaxed) & which))
            atomic_fetch_or(&c->exposed, which);
    }
}

// At what was looked, LOOKED_AFTER or LOOKED_BEFORE or both.
static uint8_t sides_of(const claim_looks *c, const uint8_t *looked)
{
    uint8_t sides = 0;
    for (uint32_t i = 0; i < c->count; i++)
        sides |= looked[c->list[i].cell];
    return sides;
}

static void forget(const claim_looks *c, uint8_t *looked)
{
    for (uint32_t i = 0; i < c->count; i++)
        looked[c->list[i].cell] = 0;
}

void claim_looks_note(claim_looks *c, dead_filter *f, uint8_t *looked, const int32_t *before,
                      const int32_t *after)
{
    uint8_t sides = sides_of(c, looked);
    if (before && (sides & LOOKED_BEFORE))
        note_in(c, dead_filter_locals(f, before), looked, LOOKED_BEFORE);
    if (sides & LOOKED_AFTER)
        note_in(c, dead_filter_locals(f, after), looked, LOOKED_AFTER);
    if (sides)
        forget(c, looked);
}

bool claim_looks_note_near(claim_looks *c, const dead_filter *f, uint8_t *looked)
{
    const uint32_t *before = dead_filter_near(f, true), *after = dead_filter_near(f, false);
    if (!before || !after)
        return false;
    uint8_t sides = sides_of(c, looked);
    if (sides & LOOKED_BEFORE)
        note_in(c, before, looked, LOOKED_BEFORE);
    if (sides & LOOKED_AFTER)
        note_in(c, after, looked, LOOKED_AFTER);
    if (sides)
        forget(c, looked);
    return true;
}

uint32_t claim_looks_exposed(const claim_looks *c)
{
    static_assert(MODEL_MAX_CHANNELS <= 32, "a bit each");
    return atomic_load(&c->exposed);
}
