// SPDX-License-Identifier: MIT
// See fair_component.h.

#include "verify/temporal/fair_component.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NEW = 0, WORD = 64, LOOK_EVERY = 1 << 14 };

typedef struct vertices {
    uint32_t *items;
    size_t count, capacity;
} vertices;

// Of a vertex below the top of the stack, which may be as deep as the graph has vertices.
typedef struct frame {
    uint32_t vertex : 31, loops : 1;
    uint32_t low;
    run_place at;
} frame;
_Static_assert(RUN_GRAPH_MOST < INT32_MAX, "31 bits for a vertex");

typedef struct finder {
    fair_component *c;
    const run_graph *r;
    uint32_t *rank; // by vertex: when it was met; of a finished one, its part, from the end down
    uint32_t next, parts;
    run_edges at; // of the vertex on top
    uint32_t low;
    bool loops;    // an edge leads from there to itself
    frame *frames; // below it
    size_t depth, frame_capacity;
    vertices pending;
    vertices
        again; // components that have to be looked at in parts: their sizes before their vertices
    // Of a component: bits of who, or of steps.
    uint64_t *moved, *always;
    size_t who_words;
    bool any; // component is accepted
    uint32_t turns;
} finder;

static void push(vertices *v, uint32_t item)
{
    MEMORY_GROW(v->items, v->capacity, v->count + 1);
    v->items[v->count++] = item;
}

static bool done(const finder *f, uint32_t vertex)
{
    return f->rank[vertex] > UINT32_MAX - f->parts;
}

static void set_bit(uint64_t *words, uint64_t bit)
{
    words[bit / WORD] |= (uint64_t)1 << bit % WORD;
}

static bool has_bit(const uint64_t *words, uint64_t bit)
{
    return words[bit / WORD] >> bit % WORD & 1;
}

static void note_step(finder *f, const run_edge *e)
{
    const uint32_t *list;
    if (f->c->fair == FAIR_GLOBAL) {
        set_bit(f->moved, e->step);
        return;
    }
    uint32_t count = graph_members(&f->r->g->read, &e->who, &list);
    for (uint32_t i = 0; i < count; i++)
        set_bit(f->moved, list[i]);
}

// All that is in the component: which marks, and who takes steps, or which steps are taken.
static uint64_t look_inside(finder *f, const uint32_t *items, size_t count, uint32_t part)
{
    const run_graph *r = f->r;
    bool global = f->c->fair == FAIR_GLOBAL, fair = f->c->fair != FAIR_NOT;
    uint64_t marks = 0;
    size_t bytes = f->who_words * sizeof *f->moved;
    if (fair && !global) {
        memset(f->moved, 0, bytes);
        memset(f->always, 0xff, bytes);
    }
    for (size_t i = 0; i < count; i++) {
        run_edges at = run_edges_of(r, items[i]);
        run_edge e;
        while (run_edges_next(r, &at, &e)) {
            if (f->rank[e.to] != part)
                continue;
            marks |= e.marks;
            if (fair && e.who != GRAPH_NOBODY)
                note_step(f, &e);
        }
        for (size_t k = 0; fair && !global && k < f->who_words; k++)
            f->always[k] &= graph_able(r->g, run_state(r, items[i]), k);
    }
    return marks;
}

// Can somebody go on here who takes no step in the component, or is there a step that is not in it?
static bool passes_over(const finder *f, uint32_t vertex)
{
    const state_graph *g = f->r->g;
    uint32_t state = run_state(f->r, vertex);
    if (f->c->fair == FAIR_GLOBAL) {
        for (uint64_t i = g->first[state]; i < g->first[state + 1]; i++)
            if (g->labels[g->label[i]].who != GRAPH_NOBODY && !has_bit(f->moved, i))
                return true;
        return false;
    }
    for (size_t k = 0; k < f->who_words; k++)
        if (graph_able(g, state, k) & ~f->moved[k])
            return true;
    return false;
}

static bool weakly_fair(const finder *f)
{
    for (size_t k = 0; k < f->who_words; k++)
        if (f->always[k] & ~f->moved[k])
            return false;
    return true;
}

// Steps of one component are no business of the next.
static void forget_steps(finder *f, const uint32_t *items, size_t count)
{
    const state_graph *g = f->r->g;
    for (size_t i = 0; f->c->fair == FAIR_GLOBAL && i < count; i++) {
        uint32_t state = run_state(f->r, items[i]);
        for (uint64_t k = g->first[state]; k < g->first[state + 1]; k++)
            f->moved[k / WORD] = 0;
    }
}

static uint64_t part_bit(uint32_t part)
{
    return UINT32_MAX - part;
}

static void accept(finder *f, uint32_t part)
{
    fair_component *c = f->c;
    size_t before = c->accepted_capacity;
    MEMORY_GROW(c->accepted, c->accepted_capacity, part_bit(part) / WORD + 1);
    if (c->accepted_capacity > before)
        memset(c->accepted + before, 0, (c->accepted_capacity - before) * sizeof *c->accepted);
    set_bit(c->accepted, part_bit(part));
    f->any = true;
}

// A component with an edge.
static void judge(finder *f, const uint32_t *items, size_t count, uint32_t part)
{
    fairness fair = f->c->fair;
    uint64_t marks = look_inside(f, items, count, part);
    bool accepted = marks == omega_all_marks(f->r->a);
    size_t bad = 0;
    for (size_t i = 0; accepted && (fair == FAIR_STRONG || fair == FAIR_GLOBAL) && i < count; i++)
        bad += passes_over(f, items[i]);
    if (accepted && bad == 0 && (fair != FAIR_WEAK || weakly_fair(f))) {
        accept(f, part);
    } else if (accepted && bad > 0 && bad < count) {
        push(&f->again, (uint32_t)(count - bad));
        for (size_t i = 0; i < count; i++)
            if (!passes_over(f, items[i]))
                push(&f->again, items[i]);
    }
    forget_steps(f, items, count);
}

static void enter(finder *f, uint32_t vertex)
{
    f->rank[vertex] = ++f->next;
    f->at = run_edges_of(f->r, vertex);
    f->low = f->next;
    f->loops = false;
    push(&f->pending, vertex);
}

static void descend(finder *f, uint32_t vertex)
{
    MEMORY_GROW(f->frames, f->frame_capacity, f->depth + 1);
    f->frames[f->depth++] = (frame){.vertex = f->at.vertex & INT32_MAX,
                                    .loops = f->loops,
                                    .low = f->low,
                                    .at = run_edges_place(f->r, &f->at)};
    enter(f, vertex);
}

// All edges of the vertex on top have been followed: a component may end with it.
static void finish(finder *f)
{
    uint32_t vertex = f->at.vertex;
    if (f->low != f->rank[vertex])
        return;
    uint32_t part = UINT32_MAX - f->parts++;
    size_t first = f->pending.count;
    do
        f->rank[f->pending.items[--first]] = part;
    while (f->pending.items[first] != vertex);
    size_t count = f->pending.count - first;
    if (count > 1 || f->loops)
        judge(f, f->pending.items + first, count, part);
    f->pending.count = first;
}

// Back to the vertex below. It is in the component of the one that is left, or in another: then the
// latter's rank is its own, and larger. False: there is none below.
static bool ascend(finder *f)
{
    if (f->depth == 0)
        return false;
    frame below = f->frames[--f->depth];
    f->low = f->low < below.low ? f->low : below.low;
    f->loops = below.loops;
    f->at = run_edges_from(f->r, below.vertex, below.at);
    return true;
}

static bool from_vertex(finder *f, uint32_t root)
{
    enter(f, root);
    for (;;) {
        run_edge e;
        if (++f->turns % LOOK_EVERY == 0 && limits_reached(f->c->limits))
            return false;
        if (!run_edges_next(f->r, &f->at, &e)) {
            finish(f);
            if (!ascend(f))
                return true;
            continue;
        }
        f->loops |= e.to == e.from;
        if (f->rank[e.to] == NEW)
            descend(f, e.to);
        else if (!done(f, e.to) && f->rank[e.to] < f->low)
            f->low = f->rank[e.to];
    }
}

// What is left of components without those who are passed over, until nothing falls apart any more.
static bool look_again(finder *f)
{
    while (f->again.count) {
        vertices now = f->again;
        f->again = (vertices){0};
        for (size_t i = 0; i < now.count; i += now.items[i] + 1u) {
            const uint32_t *items = now.items + i + 1;
            uint32_t count = now.items[i];
            f->next = 0;
            for (uint32_t k = 0; k < count; k++)
                f->rank[items[k]] = NEW;
            for (uint32_t k = 0; k < count; k++)
                if (f->rank[items[k]] == NEW && !from_vertex(f, items[k])) {
                    free(now.items);
                    return false;
                }
        }
        free(now.items);
    }
    return true;
}

static void finder_init(finder *f, fair_component *c)
{
    const state_graph *g = c->r->g;
    *f = (finder){.c = c, .r = c->r};
    f->who_words = c->fair == FAIR_GLOBAL ? g->first[g->count] / WORD + 1 : graph_who_words(g);
    f->moved = memory_new(f->who_words, sizeof *f->moved);
    f->always = memory_new(f->who_words, sizeof *f->always);
}

component_end fair_component_find(fair_component *c)
{
    const run_graph *r = c->r;
    finder f;
    if (r->g->count == 0)
        return COMPONENT_NONE;
    finder_init(&f, c);
    f.rank = memory_new(r->count, sizeof *f.rank);
    bool ok = from_vertex(&f, 0) && look_again(&f);
    c->bytes = r->g->count * (uint64_t)r->a->state_count * sizeof *f.rank +
               f.frame_capacity * sizeof *f.frames + f.pending.capacity * sizeof *f.pending.items;
    free(f.frames);
    free(f.pending.items);
    free(f.again.items);
    free(f.moved);
    free(f.always);
    c->part = f.rank;
    return !ok ? COMPONENT_LIMIT : f.any ? COMPONENT_FOUND : COMPONENT_NONE;
}

bool fair_component_accepts(const fair_component *c, uint32_t vertex)
{
    uint64_t bit = part_bit(c->part[vertex]);
    return bit / WORD < c->accepted_capacity && has_bit(c->accepted, bit);
}

void fair_component_choose(fair_component *c, uint32_t vertex)
{
    finder f;
    vertices inside = {0};
    finder_init(&f, c);
    f.rank = c->part;
    c->chosen = c->part[vertex];
    for (uint32_t i = 0; i < c->r->count; i++)
        if (c->part[i] == c->chosen)
            push(&inside, i);
    look_inside(&f, inside.items, inside.count, c->chosen);
    free(c->wanted);
    c->wanted = f.moved;
    free(f.always);
    free(inside.items);
}

void fair_component_fini(fair_component *c)
{
    free(c->part);
    free(c->wanted);
    free(c->accepted);
}
