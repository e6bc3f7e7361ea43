// SPDX-License-Identifier: MIT
// Dropping dead messages: see dead_messages.h. A thread remembers the last state that it looked at, and
// each component's local state in it: the next state differs in few cells, so few components are
// looked up again. Of a state that has no dead messages, a step can only make those dead whose
// channel it changes, or that depend on the local state of a component which it moves.

#include "verify/system/dead_filter.h"

#include "base/memory.h"
#include "verify/system/once_sent.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ANSWERS = 4 }; // how far answers to answers are followed

dead_filter *dead_filter_new(dead_messages *d)
{
    dead_filter *f = memory_new(1, sizeof *f);
    const components *all = &d->graphs->parts;
    uint32_t width = 0;
    for (uint32_t i = 0; i < all->count; i++)
        width = all->list[i].width > width ? all->list[i].width : width;
    f->d = d;
    f->before = memory_new(d->last - d->first + 1, sizeof *f->before);
    f->changed.list = memory_new(d->last - d->first + 1, sizeof *f->changed.list);
    f->local = memory_new(all->count, sizeof *f->local);
    f->near = memory_new(all->count, sizeof *f->near);
    f->at = f->local;
    f->own = memory_new(width + 1, sizeof *f->own);
    f->out = memory_new(all->s->p->layout.cells, sizeof *f->out);
    return f;
}

void dead_filter_free(dead_filter *f)
{
    if (!f)
        return;
    free(f->before);
    free(f->changed.list);
    free(f->local);
    free(f->near);
    free(f->own);
    free(f->out);
    free(f);
}

// The components that are not in the local state where they were, a bit each.
static uint64_t moved_components(dead_filter *f, const int32_t *cells)
{
    const dead_messages *d = f->d;
    const int32_t *now = cells + d->first;
    uint64_t moved = f->started ? 0 : UINT64_MAX;
    f->started = true;
    cell_changes_find(&f->changed, f->before, now, d->last - d->first);
    for (uint32_t i = 0; i < f->changed.count; i++) {
        uint32_t cell = f->changed.list[i];
        if (d->owner[cell] != NOBODY)
            moved |= UINT64_C(1) << d->owner[cell];
        f->before[cell] = now[cell];
    }
    return moved;
}

static void find_local(dead_filter *f, const int32_t *cells, uint32_t which)
{
    const local_graphs *g = f->d->graphs;
    const component *c = &g->parts.list[which];
    const local_graph *k = &g->list[which];
    f->at[which] = LOCAL_UNKNOWN;
    if (k->given_up)
        return;
    uint32_t gone = 0;
    if (g->once && g->once->receivers >> which & 1)
        gone = once_sent_gone(g->once, which, cells, f->own);
    component_gather(c, cells, f->own);
    f->own[c->width] = (int32_t)gone;
    f->at[which] = intern_find(k->cells, f->own, local_width(g, which) * sizeof *f->own);
    assert(f->at[which] != LOCAL_UNKNOWN);
    if (f->at[which] != LOCAL_UNKNOWN)
        dead_coverage_see(f->d->coverage, which, f->at[which]);
}

static void find_moved(dead_filter *f, const int32_t *cells)
{
    f->at = f->local;
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

const uint32_t *dead_filter_near(const dead_filter *f, bool base)
{
    if (!f->d->depends)
        return NULL;
    return base ? f->local : f->near;
}

// An answer that would come to a channel whose messages are kept is not dead, either.
static bool is_dead(const dead_filter *f, const channel_link *l, uint32_t rank, uint32_t answers)
{
    const local_graphs *g = f->d->graphs;
    uint32_t number = l->numbers[rank], local = f->at[l->to];
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
    uint32_t number = l->numbers[rank] - 1, count;
    dead_coverage_drop(f->d->coverage, l->to, f->at[l->to], number);
    const sent_message *sent =
        local_sends(g, g->list[l->to].states[f->at[l->to]].replies[number] - 1, &count);
    for (uint32_t i = 0; i < count; i++)
        note_dropped(f, &g->parts.links[sent[i].link], sent[i].rank);
}

// Without the dead messages of one link. `copied`: are some dropped already?
static bool drop_dead(dead_filter *f, const int32_t *cells, const channel_link *l, bool copied)
{
    int32_t count = cells[l->cell], kept = 0;
    for (int32_t k = 1; k <= count; k++) {
        uint32_t rank = (uint32_t)cells[l->cell + (uint32_t)k];
        bool dead = is_dead(f, l, rank, 0);
        if (dead) {
            note_dropped(f, l, rank);
            if (!copied)
                memcpy(f->out, cells, f->d->graphs->parts.s->p->layout.cells * sizeof *f->out);
            copied = true;
        } else if (++kept != k)
            f->out[l->cell + (uint32_t)kept] = (int32_t)rank;
    }
    if (kept == count)
        return copied;
    f->out[l->cell] = kept;
    for (int32_t k = kept + 1; k <= count; k++)
        f->out[l->cell + (uint32_t)k] = 0;
    return copied;
}

static const int32_t *drop_all(dead_filter *f, const int32_t *cells)
{
    bool copied = false;
    for (uint32_t i = 0; i < f->d->link_count; i++)
        copied = drop_dead(f, cells, &f->d->graphs->parts.links[f->d->links[i]], copied);
    return copied ? f->out : cells;
}

const int32_t *dead_filter_apply(dead_filter *f, const int32_t *cells)
{
    find_moved(f, cells);
    return drop_all(f, cells);
}

// Looks up the components that have moved. Gives the links whose messages may be dead now.
static uint64_t follow(dead_filter *f, const int32_t *cells, const cell_changes *changed)
{
    const dead_messages *d = f->d;
    // Messages that are dropped are gone, and others may be dead because of that.
    uint64_t again = d->graphs->once ? d->graphs->once->receivers : 0, moved = again, links = 0;
    for (uint32_t i = 0; i < changed->count; i++) {
        uint32_t cell = changed->list[i];
        if (d->channel_of[cell] != NOBODY)
            links |= UINT64_C(1) << d->channel_of[cell];
        if (cell >= d->first && cell < d->last && d->owner[cell - d->first] != NOBODY)
            moved |= UINT64_C(1) << d->owner[cell - d->first];
    }
    for (; moved; moved &= moved - 1) {
        uint32_t which = (uint32_t)__builtin_ctzll(moved);
        find_local(f, cells, which);
        if (f->near[which] != f->local[which] || again >> which & 1)
            links |= d->depends[which];
    }
    return links;
}

void dead_filter_base(dead_filter *f, const int32_t *cells)
{
    find_moved(f, cells);
}

const int32_t *dead_filter_apply_near(dead_filter *f, const int32_t *cells,
                                      const cell_changes *changed)
{
    const components *all = &f->d->graphs->parts;
    if (!f->d->depends)
        return dead_filter_apply(f, cells);
    memcpy(f->near, f->local, all->count * sizeof *f->near);
    f->at = f->near;
    bool copied = false;
    for (uint64_t links = follow(f, cells, changed); links; links &= links - 1) {
        uint32_t which = f->d->links[__builtin_ctzll(links)];
        copied = drop_dead(f, cells, &all->links[which], copied);
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
