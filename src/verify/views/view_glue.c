// SPDX-License-Identifier: MIT
// See view_glue.h. The mover's own nodes are gone through in the order of their numbers; each is one
// of the victim's, or another.

#include "verify/views/view_glue.h"

#include <string.h>

enum { MOST_OWN = MODEL_MAX_NODES };

typedef struct own_node {
    uint32_t of, number;
    uint32_t as; // its number in the glued vector
    bool same;   // as one of the victim's
} own_node;

typedef struct gluing {
    const view_form *f;
    const view_pair *pair;
    int32_t *out;
    bool (*found)(void *context, const int32_t *glued);
    void *context;
    uint32_t theirs[MODEL_MAX_RECORDS]; // nodes of the victim's view
    own_node own[MOST_OWN];
    uint32_t own_count;
    glue_end end;
} gluing;

static own_node *own_of(gluing *g, uint32_t of, int32_t number)
{
    for (uint32_t i = 0; i < g->own_count; i++)
        if (g->own[i].of == of && (int32_t)g->own[i].number == number)
            return &g->own[i];
    return NULL;
}

// What a pointer of the mover's view is in the glued one.
static int32_t moved(gluing *g, uint32_t of, int32_t number)
{
    return number <= (int32_t)g->pair->common[of] ? number : (int32_t)own_of(g, of, number)->as;
}

// May they be the same node, whatever others are? Pointers to nodes that are not common are left for later.
static bool alike(const gluing *g, uint32_t of, const int32_t *mine, const int32_t *other)
{
    const heap_layout *h = &g->f->s->p->layout.heaps[of];
    if (*mine != NODE_PUBLISHED || *other != NODE_PUBLISHED)
        return false;
    uint32_t pointer = 0; // they are in the order of their offsets
    for (uint32_t c = 1; c < h->stride; c++) {
        bool leads = pointer < h->pointer_count && h->pointers[pointer].offset == c;
        int32_t common = leads ? (int32_t)g->pair->common[h->pointers[pointer].record] : 0;
        pointer += leads;
        if (leads && mine[c] > common && other[c] > common)
            continue;
        if (mine[c] != other[c])
            return false;
    }
    return true;
}

// Do nodes that are the same lead to nodes that are?
static bool consistent(gluing *g)
{
    for (uint32_t i = 0; i < g->own_count; i++) {
        const own_node *n = &g->own[i];
        const heap_layout *h = &g->f->s->p->layout.heaps[n->of];
        const int32_t *mine = view_node(g->f, g->pair->mover, n->of, n->number);
        const int32_t *other = n->same ? view_node(g->f, g->pair->victim, n->of, n->as) : mine;
        for (uint32_t k = 0; n->same && k < h->pointer_count; k++)
            if (moved(g, h->pointers[k].record, mine[h->pointers[k].offset]) !=
                other[h->pointers[k].offset])
                return false;
    }
    return true;
}

static void put_thread(gluing *g)
{
    const view_form *f = g->f;
    const layout *l = &f->s->p->layout;
    uint32_t from = f->slots - 2, to = f->slots - 1;
    int32_t *cells = g->out + l->threads + (size_t)to * l->thread_stride;
    memcpy(cells, g->pair->mover + l->threads + (size_t)from * l->thread_stride,
           l->thread_stride * sizeof *cells);
    for (uint32_t k = 0; k < l->thread_roots; k++) {
        const pointer_field *root = &l->roots[l->shared_roots + k]; // of the first thread
        int32_t *cell = g->out + root->offset + (size_t)to * l->thread_stride;
        *cell = moved(g, root->record, *cell);
    }
    point_state mine, all;
    view_points_get(f, g->pair->mover, &mine);
    view_points_get(f, g->pair->victim, &all);
    all.open[to] = mine.open[from];
    view_points_set(f, &all, g->out);
}

static void put_node(gluing *g, const own_node *n)
{
    const heap_layout *h = &g->f->s->p->layout.heaps[n->of];
    int32_t *to = g->out + h->start + (size_t)(n->as - 1) * h->stride;
    memcpy(to, view_node(g->f, g->pair->mover, n->of, n->number), h->stride * sizeof *to);
    for (uint32_t k = 0; k < h->pointer_count; k++) {
        int32_t *cell = &to[h->pointers[k].offset];
        *cell = moved(g, h->pointers[k].record, *cell);
    }
}

static bool stop(gluing *g, glue_end how)
{
    g->end = how;
    return false;
}

// False: it was stopped.
static bool put(gluing *g)
{
    uint32_t next[MODEL_MAX_RECORDS];
    memcpy(next, g->theirs, sizeof next);
    for (uint32_t i = 0; i < g->own_count; i++)
        if (!g->own[i].same) {
            g->own[i].as = ++next[g->own[i].of];
            if (g->own[i].as > g->f->s->p->layout.nodes)
                return stop(g, GLUE_NODES);
        }
    if (!consistent(g))
        return true;
    memcpy(g->out, g->pair->victim, g->f->width * sizeof *g->out);
    put_thread(g);
    for (uint32_t i = 0; i < g->own_count; i++)
        if (!g->own[i].same)
            put_node(g, &g->own[i]);
    return g->found(g->context, g->out) || stop(g, GLUE_STOPPED);
}

static bool is_taken(const gluing *g, uint32_t before, uint32_t of, uint32_t number)
{
    for (uint32_t i = 0; i < before; i++)
        if (g->own[i].same && g->own[i].of == of && g->own[i].as == number)
            return true;
    return false;
}

// Goes through all ways for the nodes from this one on.
static bool choose(gluing *g, uint32_t which)
{
    if (which == g->own_count)
        return put(g);
    own_node *n = &g->own[which];
    n->same = false;
    if (!choose(g, which + 1))
        return false;
    const int32_t *mine = view_node(g->f, g->pair->mover, n->of, n->number);
    for (uint32_t k = g->pair->common[n->of] + 1; k <= g->theirs[n->of]; k++) {
        if (is_taken(g, which, n->of, k) ||
            !alike(g, n->of, mine, view_node(g->f, g->pair->victim, n->of, k)))
            continue;
        n->same = true;
        n->as = k;
        if (!choose(g, which + 1))
            return false;
    }
    n->same = false;
    return true;
}

glue_end view_glue(const view_form *f, const view_pair *pair, int32_t *out,
                   bool (*found)(void *context, const int32_t *glued), void *context)
{
    gluing g = {.f = f, .pair = pair, .out = out, .found = found, .context = context};
    for (uint32_t of = 0; of < f->s->p->layout.heap_count; of++) {
        uint32_t mine = view_nodes(f, pair->mover, of);
        g.theirs[of] = view_nodes(f, pair->victim, of);
        for (uint32_t n = pair->common[of] + 1; n <= mine; n++) {
            if (g.own_count == MOST_OWN)
                return GLUE_NODES;
            g.own[g.own_count++] = (own_node){.of = of, .number = n};
        }
    }
    choose(&g, 0);
    return g.end;
}
