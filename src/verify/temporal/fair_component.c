// SPDX-License-Identifier: MIT
// See fair_component.h.

#include "verify/temporal/fair_component.h"

#include "base/bits.h"
#include "base/memory.h"
#include "verify/temporal/component_look.h"

#include <stdlib.h>
#include <string.h>

enum { NEW = 0, LOOK_EVERY = 1 << 14 };

typedef struct vertices {
    uint32_t *items;
    size_t count, capacity;
} vertices;

// Of a vertex below the top of the stack, which may be as deep as the core has vertices.
typedef struct frame {
    uint32_t vertex : 30, root : 1, loops : 1;
    uint32_t place; // in its edges
} frame;
_Static_assert(RUN_GRAPH_MOST <= 1 << 30, "30 bits for a vertex");

typedef struct finder {
    fair_component *c;
    const run_graph *r;
    const run_core *core;
    // By vertex: the least rank that was met from it; of a finished one, its part, from the end down.
    uint32_t *rank;
    bool *universal; // by number of a state of the automaton in the core: it accepts everything
    uint32_t next, parts;
    uint32_t vertex; // on top of the stack,
    run_edges at;    // its edges,
    bool root;       // nothing that was met before it has been met from it
    bool loops;      // an edge leads from it to itself
    frame *frames;   // below it
    size_t depth, frame_capacity;
    vertices
        pending; // vertices whose edges have all been followed and whose component has not ended
    vertices
        again; // components that have to be looked at in parts: their sizes before their vertices
    component_look look;
    bool any; // component, or end of a run, is accepted
    uint32_t turns;
} finder;

static void push(vertices *v, uint32_t item)
{
    MEMORY_GROW_LITTLE(v->items, v->capacity, v->count + 1);
    v->items[v->count++] = item;
}

static uint64_t part_bit(uint32_t part)
{
    return UINT32_MAX - part;
}

static void accept(finder *f, uint32_t part)
{
    fair_component *c = f->c;
    size_t before = c->accepted_capacity;
    MEMORY_GROW(c->accepted, c->accepted_capacity, part_bit(part) / BITS_WORD + 1);
    if (c->accepted_capacity > before)
        memset(c->accepted + before, 0, (c->accepted_capacity - before) * sizeof *c->accepted);
    bits_set(c->accepted, part_bit(part));
    f->any = true;
}

// A component with an edge.
static void judge(finder *f, const uint32_t *items, size_t count, uint32_t part)
{
    fairness fair = f->c->fair;
    uint64_t marks = component_look_at(&f->look, items, count, part);
    bool accepted = marks == omega_run_marks(f->r->a);
    size_t bad = 0;
    for (size_t i = 0; accepted && (fair == FAIR_STRONG || fair == FAIR_GLOBAL) && i < count; i++)
        bad += component_passes_over(&f->look, items[i]);
    if (accepted && bad == 0 && (fair != FAIR_WEAK || component_weakly_fair(&f->look))) {
        accept(f, part);
    } else if (accepted && bad > 0 && bad < count) {
        push(&f->again, (uint32_t)(count - bad));
        for (size_t i = 0; i < count; i++)
            if (!component_passes_over(&f->look, items[i]))
                push(&f->again, items[i]);
    }
    component_forget(&f->look, items, count);
}

static void enter(finder *f, uint32_t vertex)
{
    uint32_t state = run_core_state(f->core, vertex), of = run_core_of(f->core, vertex);
    f->vertex = vertex;
    f->rank[vertex] = f->next++;
    f->at = run_edges_of(f->r, state, of);
    f->root = true;
    f->loops = false;
    f->any |= run_ends_accept(&f->c->ends, state, of);
    f->c->any_word |= f->universal[f->core->number[of]];
}

static void descend(finder *f, uint32_t vertex)
{
    MEMORY_GROW_LITTLE(f->frames, f->frame_capacity, f->depth + 1);
    f->frames[f->depth++] = (frame){.vertex = f->vertex & (RUN_GRAPH_MOST - 1),
                                    .root = f->root,
                                    .loops = f->loops,
                                    .place = run_edges_place(f->r, &f->at)};
    enter(f, vertex);
}

// Another vertex was met from the one on top. One of a component that has ended has a larger rank.
static void meet(finder *f, uint32_t other)
{
    if (f->rank[other] < f->rank[f->vertex]) {
        f->rank[f->vertex] = f->rank[other];
        f->root = false;
    }
}

// All edges of the vertex on top have been followed. If it is the root of its component, then this has
// ended: its other vertices are those that wait with ranks that are not smaller.
static void finish(finder *f)
{
    size_t first = f->pending.count;
    while (f->root && first && f->rank[f->pending.items[first - 1]] >= f->rank[f->vertex])
        first--;
    push(&f->pending, f->vertex);
    if (!f->root)
        return;
    uint32_t part = UINT32_MAX - f->parts++;
    size_t count = f->pending.count - first;
    for (size_t i = first; i < f->pending.count; i++)
        f->rank[f->pending.items[i]] = part;
    f->next -= (uint32_t)count;
    f->pending.count = first;
    if (count > 1 || f->loops)
        judge(f, f->pending.items + first, count, part);
}

// Back to the vertex below. False: there is none.
static bool ascend(finder *f)
{
    if (f->depth == 0)
        return false;
    frame below = f->frames[--f->depth];
    uint32_t left = f->vertex;
    f->vertex = below.vertex;
    f->root = below.root;
    f->loops = below.loops;
    f->at = run_edges_from(f->r, run_core_state(f->core, below.vertex),
                           run_core_of(f->core, below.vertex), below.place);
    meet(f, left);
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
        uint32_t to = run_core_vertex(f->core, e.state, e.of);
        if (to == CORE_NOT)
            continue;
        f->loops |= to == f->vertex;
        if (f->rank[to] == NEW)
            descend(f, to);
        else
            meet(f, to);
    }
}

// Into the core from a vertex before it; and runs may end there.
static bool from_before(finder *f, uint32_t state, uint32_t of)
{
    run_edges at = run_edges_of(f->r, state, of);
    run_edge e;
    f->any |= run_ends_accept(&f->c->ends, state, of);
    while (run_edges_next(f->r, &at, &e)) {
        uint32_t to = run_core_vertex(f->core, e.state, e.of);
        if (to != CORE_NOT && f->rank[to] == NEW && !from_vertex(f, to))
            return false;
    }
    return true;
}

static bool from_start(finder *f)
{
    const run_core *core = f->core;
    if (core->count && core->number[0] != CORE_NOT)
        return from_vertex(f, run_core_vertex(core, 0, 0));
    for (uint32_t state = 0; state < f->r->g->count; state++) {
        if (++f->turns % LOOK_EVERY == 0 && limits_reached(f->c->limits))
            return false;
        for (uint32_t i = 0; i < core->before_count; i++)
            if (run_core_reached(core, state, i) && !from_before(f, state, core->before[i]))
                return false;
    }
    return true;
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
            f->next = NEW + 1;
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
    *f = (finder){.c = c, .r = c->r, .core = &c->core, .next = NEW + 1};
    component_look_init(&f->look, &c->core, c->fair);
    f->universal = memory_new((size_t)c->core.count + 1, sizeof *f->universal);
    for (uint32_t i = 0; i < c->core.count; i++)
        f->universal[i] = run_accepts_all(c->r, c->core.state[i]);
}

static void finder_fini(finder *f)
{
    component_look_fini(&f->look);
    free(f->frames);
    free(f->pending.items);
    free(f->again.items);
    free(f->universal);
}

static size_t core_size(const fair_component *c)
{
    return (size_t)c->r->g->count * c->core.count;
}

component_end fair_component_find(fair_component *c)
{
    finder f;
    run_ends_init(&c->ends, c->r);
    bool ok = c->r->g->count == 0 || run_core_init(&c->core, c->r, c->limits);
    if (!ok || c->r->g->count == 0)
        return ok ? COMPONENT_NONE : COMPONENT_LIMIT;
    finder_init(&f, c);
    c->part = f.rank = memory_new(core_size(c) + 1, sizeof *f.rank);
    f.look.part = c->part;
    ok = from_start(&f) && look_again(&f);
    // The ranks of a core that is never entered are memory that is never touched.
    c->bytes = c->core.bytes + (f.parts ? core_size(c) * sizeof *f.rank : 0) +
               f.frame_capacity * sizeof *f.frames + f.pending.capacity * sizeof *f.pending.items;
    finder_fini(&f);
    return !ok ? COMPONENT_LIMIT : f.any ? COMPONENT_FOUND : COMPONENT_NONE;
}

bool fair_component_accepts(const fair_component *c, uint32_t state, uint32_t of)
{
    uint32_t vertex = run_core_vertex(&c->core, state, of);
    if (vertex == CORE_NOT || c->part[vertex] == NEW)
        return false;
    uint64_t bit = part_bit(c->part[vertex]);
    return bit / BITS_WORD < c->accepted_capacity && bits_has(c->accepted, bit);
}

bool fair_component_ends(fair_component *c, uint32_t state, uint32_t of)
{
    return run_ends_accept(&c->ends, state, of);
}

bool fair_component_chosen(const fair_component *c, uint32_t state, uint32_t of)
{
    uint32_t vertex = run_core_vertex(&c->core, state, of);
    return vertex != CORE_NOT && c->part[vertex] == c->chosen;
}

void fair_component_choose(fair_component *c, uint32_t state, uint32_t of)
{
    component_look look;
    vertices inside = {0};
    component_look_init(&look, &c->core, c->fair);
    look.part = c->part;
    c->chosen = c->part[run_core_vertex(&c->core, state, of)];
    for (uint32_t i = 0; i < core_size(c); i++)
        if (c->part[i] == c->chosen)
            push(&inside, i);
    component_look_at(&look, inside.items, inside.count, c->chosen);
    free(c->wanted);
    c->wanted = look.moved;
    look.moved = NULL;
    component_look_fini(&look);
    free(inside.items);
}

void fair_component_fini(fair_component *c)
{
    run_core_fini(&c->core);
    run_ends_fini(&c->ends);
    free(c->part);
    free(c->wanted);
    free(c->accepted);
}
