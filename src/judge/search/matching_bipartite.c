// SPDX-License-Identifier: MIT
// Hopcroft and Karp, "An n^5/2 algorithm for maximum matchings in bipartite graphs",
// 1973: see matching.h. In each round, breadth-first layers from all free vertices on
// the left, then as many disjoint shortest augmenting paths as there are, depth-first
// along the layers. The path is kept on a stack of its own: histories are long.

#include "base/memory.h"
#include "judge/search/matching.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
    const graph *g;
    const bool *left;
    uint32_t *mate;
    uint32_t *layer; // of left vertices; MATCHING_NONE: not reached
    uint32_t *queue;
    size_t *next;    // of left vertices: which neighbour to try next
    uint32_t *stack; // left vertices of the path
} search;

// Pairs each vertex with the first free neighbour: most are done with that.
static uint32_t greedy(search *s)
{
    uint32_t left_over = 0;
    for (uint32_t v = 0; v < s->g->count; v++) {
        if (!s->left[v])
            continue;
        for (size_t i = s->g->start[v]; i < s->g->start[v + 1]; i++) {
            uint32_t w = s->g->to[i];
            if (s->mate[w] == MATCHING_NONE) {
                s->mate[w] = v;
                s->mate[v] = w;
                break;
            }
        }
        left_over += s->mate[v] == MATCHING_NONE;
    }
    return left_over;
}

// False: no free vertex on the right can be reached.
static bool make_layers(search *s)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t v = 0; v < s->g->count; v++) {
        bool root = s->left[v] && s->mate[v] == MATCHING_NONE;
        s->layer[v] = root ? 0 : MATCHING_NONE;
        s->next[v] = s->g->start[v];
        if (root)
            s->queue[tail++] = v;
    }
    uint32_t last = MATCHING_NONE; // the layer in which a free vertex was seen
    while (head < tail && s->layer[s->queue[head]] <= last) {
        uint32_t v = s->queue[head++];
        for (size_t i = s->g->start[v]; i < s->g->start[v + 1]; i++) {
            uint32_t partner = s->mate[s->g->to[i]];
            if (partner == MATCHING_NONE) {
                last = s->layer[v];
            } else if (s->layer[partner] == MATCHING_NONE) {
                s->layer[partner] = s->layer[v] + 1;
                s->queue[tail++] = partner;
            }
        }
    }
    return last != MATCHING_NONE;
}

// Turns the path round: each left vertex on it gets the neighbour it looked at.
static void augment(search *s, uint32_t depth)
{
    for (uint32_t k = 0; k < depth; k++) {
        uint32_t v = s->stack[k], w = s->g->to[s->next[v] - 1];
        s->mate[v] = w;
        s->mate[w] = v;
    }
}

static bool find_path(search *s, uint32_t root)
{
    uint32_t depth = 1;
    s->stack[0] = root;
    while (depth) {
        uint32_t v = s->stack[depth - 1];
        if (s->next[v] == s->g->start[v + 1]) {
            s->layer[v] = MATCHING_NONE; // nothing beyond it
            depth--;
            continue;
        }
        uint32_t partner = s->mate[s->g->to[s->next[v]++]];
        if (partner == MATCHING_NONE) {
            augment(s, depth);
            return true;
        }
        if (s->layer[partner] == s->layer[v] + 1)
            s->stack[depth++] = partner;
    }
    return false;
}

bool matching_bipartite(const graph *g, const bool *left, uint32_t *mate)
{
    memset(mate, 0xff, g->count * sizeof *mate);
    search s = {.g = g, .left = left, .mate = mate};
    uint32_t lefts = 0;
    for (uint32_t v = 0; v < g->count; v++)
        lefts += left[v];
    uint32_t left_over = greedy(&s);
    s.layer = memory_new(g->count, sizeof *s.layer);
    s.queue = memory_new(g->count, sizeof *s.queue);
    s.next = memory_new(g->count, sizeof *s.next);
    s.stack = memory_new(g->count, sizeof *s.stack);
    while (left_over && make_layers(&s))
        for (uint32_t v = 0; v < g->count; v++)
            if (left[v] && mate[v] == MATCHING_NONE)
                left_over -= find_path(&s, v);
    free(s.layer);
    free(s.queue);
    free(s.next);
    free(s.stack);
    return left_over == 0 && 2 * lefts == g->count;
}
