// SPDX-License-Identifier: MIT
// See shorten_walk.h.

#include "verify/walk/shorten_walk.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200000 };

typedef struct shortening {
    walker *k;
    const walk_failure *wanted;
    move *moves, *tried; // what fails now, and what was made of it
    uint32_t count, tried_count;
    uint32_t steps;
    limits *limits;
} shortening;

static bool choose_as_before(void *context, uint32_t i, uint32_t bound, uint32_t *out)
{
    const move *m = context;
    *out = i < m->used ? m->choice[i] : 0;
    return *out < bound;
}

// The move as it is here: a component that is in the middle of something goes on with that.
static bool still_there(const shortening *s, const move *was, move *m)
{
    const transition_system *sys = s->k->q->system;
    bool begins = was->kind == LABEL_CALL || was->kind == LABEL_ACTION;
    if (system_forced(sys, s->k->here, was->thread, m))
        return !begins;
    return begins && system_offers(sys, s->k->here, was->thread, was->offer, m);
}

static bool same(const walk_failure *a, const walk_failure *b)
{
    return a->end == b->end && a->run.problem == b->run.problem && a->run.where == b->run.where &&
           a->condition == b->condition;
}

// Goes through the moves but those from `from` to `to`. True: it fails as it should.
static bool fails_without(shortening *s, uint32_t from, uint32_t to)
{
    walker *k = s->k;
    bool at_end = s->wanted->end == SEARCH_STUCK || s->wanted->end == SEARCH_ENDED;
    s->tried_count = 0;
    if (walker_start(k) != WALK_MADE)
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        move m;
        if ((i >= from && i < to) || !still_there(s, &s->moves[i], &m))
            continue;
        walk_made made = walker_make(k, &m, choose_as_before, &s->moves[i]);
        s->steps++;
        if (made == WALK_BLOCKED)
            continue;
        s->tried[s->tried_count++] = k->last;
        if (made == WALK_FAILED)
            return !at_end && same(&k->fail, s->wanted);
    }
    return at_end && walker_settle(k) == WALK_FAILED && same(&k->fail, s->wanted);
}

static void keep(shortening *s)
{
    move *moves = s->moves;
    s->moves = s->tried;
    s->tried = moves;
    s->count = s->tried_count;
}

static bool tired(const shortening *s)
{
    return s->steps >= MOST_STEPS || limits_reached(s->limits);
}

// True: some were left out.
static bool leave_out(shortening *s, uint32_t many)
{
    bool any = false;
    // From the end on: what comes last is seldom needed by what comes before.
    for (uint32_t end = s->count; end > 0 && !tired(s);) {
        uint32_t from = end > many ? end - many : 0, before = s->count;
        if (fails_without(s, from, end) && s->tried_count < before) {
            keep(s);
            any = true;
        }
        end = from < s->count ? from : s->count;
    }
    return any;
}

void walk_shorten(walker *k, way *w, const walk_failure *fail, limits *l)
{
    if (!w->count) // the start is wrong
        return;
    shortening s = {.k = k, .wanted = fail, .count = w->count, .limits = l};
    s.moves = memory_new(w->count + 1, sizeof *s.moves);
    s.tried = memory_new(w->count + 1, sizeof *s.tried);
    memcpy(s.moves, w->moves, w->count * sizeof *s.moves);
    for (uint32_t many = w->count / 2 + 1; s.count && !tired(&s); many = many > 1 ? many / 2 : 1)
        if (!leave_out(&s, many) && many == 1)
            break;
    w->count = 0;
    for (uint32_t i = 0; i < s.count; i++)
        way_add(w, &s.moves[i], true);
    free(s.moves);
    free(s.tried);
}
