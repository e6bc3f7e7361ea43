// SPDX-License-Identifier: MIT
// Edmonds, "Paths, trees, and flowers", 1965: see matching.h.
//
// From a free vertex an alternating tree grows. A vertex is outer (an even number of
// steps from the root) or inner. An edge between two outer vertices closes an odd
// cycle, a blossom: all on it can be reached in an even number of steps, going round
// the one way or the other, so its inner vertices become outer too, and the blossom
// counts as its base, the vertex where the tree enters it. Bases are found by
// union–find; `before` keeps, for each vertex, where an augmenting path goes next.
//
// A search that fails ends it all: then some maximum matching leaves the root out, so
// none is perfect. Its tree shows why: outer vertices, blossoms counted as one, have
// only inner neighbours, and there is one inner vertex less. Only what a search touched is cleared after it, so that thousands
// of short searches in a long history stay short.

#include "base/memory.h"
#include "judge/search/matching.h"

#include <stdlib.h>
#include <string.h>

enum { UNSEEN, OUTER, INNER };

typedef struct search {
    const graph *g;
    uint32_t *mate;
    uint32_t *before; // the vertex that an unmatched edge of the path leads to
    uint32_t *base;   // union–find
    uint8_t *label;
    uint32_t *mark; // of bases: last walk to the root that passed
    uint32_t walk;
    uint32_t *queue; // outer vertices to look at
    uint32_t tail;
    uint32_t *touched;
    uint32_t touched_count;
} search;

static uint32_t base_of(search *s, uint32_t v)
{
    while (s->base[v] != v)
        v = s->base[v] = s->base[s->base[v]];
    return v;
}

static void make_outer(search *s, uint32_t v)
{
    if (s->label[v] == UNSEEN)
        s->touched[s->touched_count++] = v;
    s->label[v] = OUTER;
    s->queue[s->tail++] = v;
}

static void make_inner(search *s, uint32_t v, uint32_t from)
{
    s->touched[s->touched_count++] = v;
    s->label[v] = INNER;
    s->before[v] = from;
}

// Where the walks from both to the root meet, taking turns.
static uint32_t common_base(search *s, uint32_t a, uint32_t b)
{
    s->walk++;
    a = base_of(s, a);
    b = base_of(s, b);
    for (;;) {
        if (a != MATCHING_NONE) {
            if (s->mark[a] == s->walk)
                return a;
            s->mark[a] = s->walk;
            a = s->mate[a] == MATCHING_NONE ? MATCHING_NONE : base_of(s, s->before[s->mate[a]]);
        }
        uint32_t swap = a;
        a = b;
        b = swap;
    }
}

// The side of a blossom from v down to its base; `other` is across the closing edge.
static void fold(search *s, uint32_t v, uint32_t other, uint32_t base)
{
    while (base_of(s, v) != base) {
        s->before[v] = other;
        other = s->mate[v];
        if (s->label[other] == INNER)
            make_outer(s, other);
        if (s->base[v] == v)
            s->base[v] = base;
        if (s->base[other] == other)
            s->base[other] = base;
        v = s->before[other];
    }
}

static void augment(search *s, uint32_t v)
{
    while (v != MATCHING_NONE) {
        uint32_t from = s->before[v], next = s->mate[from];
        s->mate[v] = from;
        s->mate[from] = v;
        v = next;
    }
}

// An edge from an outer vertex. True: it led to a free vertex.
static bool look(search *s, uint32_t v, uint32_t w)
{
    if (s->label[w] == INNER || base_of(s, v) == base_of(s, w))
        return false;
    if (s->label[w] == OUTER) {
        uint32_t base = common_base(s, v, w);
        fold(s, v, w, base);
        fold(s, w, v, base);
        return false;
    }
    make_inner(s, w, v);
    if (s->mate[w] == MATCHING_NONE) {
        augment(s, w);
        return true;
    }
    make_outer(s, s->mate[w]);
    return false;
}

static bool grow(search *s, uint32_t root, bool *why)
{
    s->tail = s->touched_count = 0;
    make_outer(s, root);
    bool found = false;
    for (uint32_t head = 0; head < s->tail && !found; head++) {
        uint32_t v = s->queue[head];
        for (size_t i = s->g->start[v]; i < s->g->start[v + 1] && !found; i++)
            found = look(s, v, s->g->to[i]);
    }
    for (uint32_t i = 0; i < s->touched_count; i++) {
        uint32_t v = s->touched[i];
        s->label[v] = UNSEEN;
        s->base[v] = v;
        if (why && !found)
            why[v] = true;
    }
    return found;
}

static void greedy(search *s)
{
    for (uint32_t v = 0; v < s->g->count; v++) {
        for (size_t i = s->g->start[v]; i < s->g->start[v + 1]; i++) {
            uint32_t w = s->g->to[i];
            if (s->mate[v] != MATCHING_NONE)
                break;
            if (s->mate[w] == MATCHING_NONE) {
                s->mate[v] = w;
                s->mate[w] = v;
            }
        }
    }
}

bool matching_general(const graph *g, uint32_t *mate, bool *why)
{
    memset(mate, 0xff, g->count * sizeof *mate);
    search s = {.g = g, .mate = mate};
    greedy(&s);
    s.before = memory_new(g->count, sizeof *s.before);
    s.base = memory_new(g->count, sizeof *s.base);
    s.label = memory_new(g->count, sizeof *s.label);
    s.mark = memory_new(g->count, sizeof *s.mark);
    s.queue = memory_new(g->count, sizeof *s.queue);
    s.touched = memory_new(g->count, sizeof *s.touched);
    for (uint32_t v = 0; v < g->count; v++)
        s.base[v] = v;
    bool perfect = true;
    for (uint32_t v = 0; v < g->count && perfect; v++)
        if (mate[v] == MATCHING_NONE)
            perfect = grow(&s, v, why);
    free(s.before);
    free(s.base);
    free(s.label);
    free(s.mark);
    free(s.queue);
    free(s.touched);
    return perfect;
}
