// SPDX-License-Identifier: MIT
// See dead_messages.h. A thread remembers the last state that it looked at, and each component's
// local state in it: the next state differs in few cells, so few components are looked up again.

#include "verify/system/dead_messages.h"

#include "base/memory.h"
#include "verify/system/local_graph.h"
#include "verify/system/once_sent.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ANSWERS = 4, // how far answers to answers are followed
    NOBODY = 0xff,
    BLOCK = 8, // cells that are compared at once
    RECEIVED = 2,
};

typedef struct mark {
    _Atomic uint8_t value;
} mark;

struct dead_messages {
    const local_graphs *graphs;
    uint32_t *links; // from which messages may be dropped
    uint32_t link_count;
    uint32_t first, last; // cells of components
    uint8_t *owner;       // of each of them: the component
    // For dead_messages_reach: the local states that were seen, and what was dropped in them.
    mark **seen, **dropped;
};

struct dead_filter {
    dead_messages *d;
    int32_t *before; // the cells from `first` to `last` that were looked at before
    uint32_t *local; // each component's state there
    int32_t *own, *out;
    bool started;
};

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
    d->seen = memory_new(all->count, sizeof *d->seen);
    d->dropped = memory_new(all->count, sizeof *d->dropped);
    for (uint32_t i = 0; i < all->count; i++) {
        size_t count = local_graph_count(&g->list[i]);
        d->seen[i] = memory_new(count + 1, sizeof **d->seen);
        d->dropped[i] = memory_new(count * all->list[i].message_count + 1, sizeof **d->dropped);
    }
    if (d->link_count)
        return d;
    dead_messages_free(d);
    return NULL;
}

void dead_messages_free(dead_messages *d)
{
    if (!d)
        return;
    for (uint32_t i = 0; i < d->graphs->parts.count; i++) {
        free(d->seen[i]);
        free(d->dropped[i]);
    }
    free(d->seen);
    free(d->dropped);
    free(d->links);
    free(d->owner);
    free(d);
}

dead_filter *dead_filter_new(dead_messages *d)
{
    dead_filter *f = memory_new(1, sizeof *f);
    const components *all = &d->graphs->parts;
    uint32_t width = 0;
    for (uint32_t i = 0; i < all->count; i++)
        width = all->list[i].width > width ? all->list[i].width : width;
    f->d = d;
    f->before = memory_new(d->last - d->first + 1, sizeof *f->before);
    f->local = memory_new(all->count, sizeof *f->local);
    f->own = memory_new(width + 1, sizeof *f->own);
    f->out = memory_new(all->s->p->layout.cells, sizeof *f->out);
    return f;
}

void dead_filter_free(dead_filter *f)
{
    if (!f)
        return;
    free(f->before);
    free(f->local);
    free(f->own);
    free(f->out);
    free(f);
}

static void note(mark *at)
{
    if (!atomic_load_explicit(&at->value, memory_order_relaxed))
        atomic_store_explicit(&at->value, 1, memory_order_relaxed);
}

// The components that are not in the local state where they were, a bit each.
static uint64_t moved_components(dead_filter *f, const int32_t *cells)
{
    const dead_messages *d = f->d;
    const int32_t *now = cells + d->first;
    uint32_t count = d->last - d->first;
    uint64_t moved = f->started ? 0 : UINT64_MAX;
    f->started = true;
    for (uint32_t i = 0, end; i < count; i = end) {
        end = i + BLOCK < count ? i + BLOCK : count;
        if (memcmp(f->before + i, now + i, (end - i) * sizeof *now) == 0)
            continue;
        for (uint32_t k = i; k < end; k++)
            if (f->before[k] != now[k] && d->owner[k] != NOBODY)
                moved |= UINT64_C(1) << d->owner[k];
        memcpy(f->before + i, now + i, (end - i) * sizeof *now);
    }
    return moved;
}

static void find_local(dead_filter *f, const int32_t *cells, uint32_t which)
{
    const local_graphs *g = f->d->graphs;
    const component *c = &g->parts.list[which];
    const local_graph *k = &g->list[which];
    f->local[which] = LOCAL_UNKNOWN;
    if (k->given_up)
        return;
    uint32_t gone = 0;
    if (g->once && g->once->receivers >> which & 1)
        gone = once_sent_gone(g->once, which, cells, f->own);
    component_gather(c, cells, f->own);
    f->own[c->width] = (int32_t)gone;
    f->local[which] = intern_find(k->cells, f->own, local_width(g, which) * sizeof *f->own);
    assert(f->local[which] != LOCAL_UNKNOWN);
    if (f->local[which] != LOCAL_UNKNOWN)
        note(&f->d->seen[which][f->local[which]]);
}

static void find_moved(dead_filter *f, const int32_t *cells)
{
    uint64_t moved = moved_components(f, cells);
    if (f->d->graphs->once) // what is gone does not follow from the cells of a component
        moved |= f->d->graphs->once->receivers;
    for (uint32_t i = 0; moved && i < f->d->graphs->parts.count; i++)
        if (moved >> i & 1)
            find_local(f, cells, i);
}

const uint32_t *dead_filter_locals(dead_filter *f, const int32_t *cells)
{
    find_moved(f, cells);
    return f->local;
}

// An answer that would come to a channel whose messages are kept is not dead, either.
static bool is_dead(const dead_filter *f, const channel_link *l, uint32_t rank, uint32_t answers)
{
    const local_graphs *g = f->d->graphs;
    uint32_t number = l->numbers[rank], local = f->local[l->to];
    if (l->keeps || !number || local == LOCAL_UNKNOWN)
        return false;
    uint32_t reply = g->list[l->to].states[local].replies[number - 1], count;
    if (reply == REPLY_CHANGES || (reply != REPLY_NOTHING && answers == MOST_ANSWERS))
        return false;
    const sent_message *sent = local_sends(g, reply - 1, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_dead(f, &g->parts.links[sent[i].link], sent[i].rank, answers + 1))
            return false;
    return true;
}

// A dead message that is dropped could have been received, and its answers after it.
static void note_dropped(const dead_filter *f, const channel_link *l, uint32_t rank)
{
    const local_graphs *g = f->d->graphs;
    uint32_t messages = g->parts.list[l->to].message_count, number = l->numbers[rank] - 1, count;
    note(&f->d->dropped[l->to][(size_t)f->local[l->to] * messages + number]);
    const sent_message *sent =
        local_sends(g, g->list[l->to].states[f->local[l->to]].replies[number] - 1, &count);
    for (uint32_t i = 0; i < count; i++)
        note_dropped(f, &g->parts.links[sent[i].link], sent[i].rank);
}

const int32_t *dead_filter_apply(dead_filter *f, const int32_t *cells)
{
    const components *all = &f->d->graphs->parts;
    find_moved(f, cells);
    bool copied = false;
    for (uint32_t i = 0; i < f->d->link_count; i++) {
        const channel_link *l = &all->links[f->d->links[i]];
        int32_t count = cells[l->cell], kept = 0;
        for (int32_t k = 1; k <= count; k++) {
            uint32_t rank = (uint32_t)cells[l->cell + (uint32_t)k];
            bool dead = is_dead(f, l, rank, 0);
            if (dead) {
                note_dropped(f, l, rank);
                if (!copied)
                    memcpy(f->out, cells, all->s->p->layout.cells * sizeof *f->out);
                copied = true;
            } else if (++kept != k)
                f->out[l->cell + (uint32_t)kept] = (int32_t)rank;
        }
        if (kept == count)
            continue;
        f->out[l->cell] = kept;
        for (int32_t k = kept + 1; k <= count; k++)
            f->out[l->cell + (uint32_t)k] = 0;
    }
    return copied ? f->out : cells;
}

static uint32_t count_of(const int32_t *items, uint32_t rank)
{
    uint32_t count = 0;
    for (int32_t i = 1; i <= items[0]; i++)
        count += items[i] == (int32_t)rank;
    return count;
}

// Of the ways that it may go, one that takes the message out.
static bool receive_one(dead_filter *f, int32_t *cells, const channel_link *l, uint32_t rank,
                        move *m)
{
    const components *all = &f->d->graphs->parts;
    size_t size = all->s->p->layout.cells * sizeof *cells;
    for (uint32_t i = 0; i < all->s->offer_count; i++) {
        const offer *o = &all->s->offers[i];
        run r = {0};
        if (!link_gives(all, l, o))
            continue;
        do {
            *m = (move){.kind = o->kind, .offer = i, .method = o->method};
            memcpy(f->out, cells, size);
            run_reset(&r);
            system_do(all->s, f->out, m, &r);
            if (r.problem || r.blocked ||
                count_of(f->out + l->cell, rank) >= count_of(cells + l->cell, rank))
                continue;
            memcpy(cells, f->out, size);
            return true;
        } while (run_next(&r));
    }
    return false;
}

bool dead_filter_receive(dead_filter *f, int32_t *cells, bool all, move *m)
{
    dead_filter_apply(f, cells);
    for (uint32_t i = 0; i < f->d->link_count; i++) {
        const channel_link *l = &f->d->graphs->parts.links[f->d->links[i]];
        int32_t count = l->over->fifo && cells[l->cell] ? 1 : cells[l->cell];
        bool in_the_way = l->over->fifo || l->over->bound;
        for (int32_t k = 1; (all || in_the_way) && k <= count; k++) {
            uint32_t rank = (uint32_t)cells[l->cell + (uint32_t)k];
            if (is_dead(f, l, rank, 0) && receive_one(f, cells, l, rank, m))
                return true;
        }
    }
    return false;
}

bool dead_messages_claimed(const dead_messages *d)
{
    return d->graphs->parts.claimed;
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
static bool pass_on(dead_messages *d, uint32_t which)
{
    const local_graph *k = &d->graphs->list[which];
    uint32_t messages = d->graphs->parts.list[which].message_count;
    bool changed = false;
    for (uint32_t i = 0; i < local_graph_count(k); i++)
        for (uint32_t n = 0; n < k->states[i].next_count; n++)
            for (uint32_t m = 0; m < messages; m++) {
                mark *to = &d->dropped[which][k->states[i].next[n] * messages + m];
                if (!d->dropped[which][i * messages + m].value || to->value)
                    continue;
                to->value = 1;
                changed = true;
            }
    return changed;
}

void dead_messages_reach(dead_messages *d)
{
    const components *all = &d->graphs->parts;
    int32_t *start = memory_new(all->s->p->layout.cells, sizeof *start);
    int32_t *cells = memory_new(all->s->p->layout.cells, sizeof *cells);
    run r;
    system_start(all->s, start, &r);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < all->count; i++) {
            const local_graph *k = &d->graphs->list[i];
            uint32_t messages = all->list[i].message_count;
            while (pass_on(d, i))
                changed = true;
            for (uint32_t n = 0; n < local_graph_count(k) * messages; n++) {
                uint32_t state = n / messages, m = n % messages;
                size_t length;
                if (d->dropped[i][n].value != 1 || !d->seen[i][state].value)
                    continue;
                d->dropped[i][n].value = RECEIVED;
                changed = true;
                receive(all, start, cells, &all->list[i], intern_get(k->cells, state, &length),
                        &all->list[i].messages[m]);
            }
        }
    }
    free(start);
    free(cells);
}
