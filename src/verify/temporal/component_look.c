// SPDX-License-Identifier: MIT
// See component_look.h.

#include "verify/temporal/component_look.h"

#include "base/bits.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void component_look_init(component_look *f, const run_core *core, fairness fair)
{
    const state_graph *g = core->r->g;
    *f = (component_look){.core = core, .fair = fair};
    f->who_words =
        fair == FAIR_GLOBAL ? graph_first(g, g->count) / BITS_WORD + 1 : graph_who_words(g);
    f->moved = memory_new(f->who_words, sizeof *f->moved);
    f->always = memory_new(f->who_words, sizeof *f->always);
    f->able = memory_new(graph_who_words(g), sizeof *f->able);
}

void component_look_fini(component_look *f)
{
    free(f->moved);
    free(f->always);
    free(f->able);
}

static void note_step(component_look *f, const run_edge *e)
{
    const uint32_t *list;
    if (f->fair == FAIR_GLOBAL) {
        bits_set(f->moved, e->step);
        return;
    }
    uint32_t count = graph_members(&f->core->r->g->read, &e->who, &list);
    for (uint32_t i = 0; i < count; i++)
        bits_set(f->moved, list[i]);
}

// All that is in the component: which marks, and who takes steps, or which steps are taken.
uint64_t component_look_at(component_look *f, const uint32_t *items, size_t count, uint32_t part)
{
    const run_graph *r = f->core->r;
    bool global = f->fair == FAIR_GLOBAL, fair = f->fair != FAIR_NOT;
    uint64_t marks = 0;
    size_t bytes = f->who_words * sizeof *f->moved;
    if (fair && !global) {
        memset(f->moved, 0, bytes);
        memset(f->always, 0xff, bytes);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t state = run_core_state(f->core, items[i]);
        run_edges at = run_edges_of(r, state, run_core_of(f->core, items[i]));
        run_edge e;
        while (run_edges_next(r, &at, &e)) {
            uint32_t to = run_core_vertex(f->core, e.state, e.of);
            if (to == CORE_NOT || f->part[to] != part)
                continue;
            marks |= e.marks;
            if (fair && e.who != GRAPH_NOBODY)
                note_step(f, &e);
        }
        if (!fair || global)
            continue;
        graph_able(r->g, state, f->able);
        for (size_t k = 0; k < f->who_words; k++)
            f->always[k] &= f->able[k];
    }
    return marks;
}

// Can somebody go on here who takes no step in the component, or is there a step that is not in it?
bool component_passes_over(const component_look *f, uint32_t vertex)
{
    const state_graph *g = f->core->r->g;
    uint32_t state = run_core_state(f->core, vertex);
    if (f->fair == FAIR_GLOBAL) {
        for (uint64_t i = graph_first(g, state); i < graph_first(g, state + 1); i++)
            if (graph_edge_label(g, i)->who != GRAPH_NOBODY && !bits_has(f->moved, i))
                return true;
        return false;
    }
    graph_able(g, state, f->able);
    for (size_t k = 0; k < f->who_words; k++)
        if (f->able[k] & ~f->moved[k])
            return true;
    return false;
}

bool component_weakly_fair(const component_look *f)
{
    for (size_t k = 0; k < f->who_words; k++)
        if (f->always[k] & ~f->moved[k])
            return false;
    return true;
}

// Steps of one component are no business of the next.
void component_forget(component_look *f, const uint32_t *items, size_t count)
{
    const state_graph *g = f->core->r->g;
    for (size_t i = 0; f->fair == FAIR_GLOBAL && i < count; i++) {
        uint32_t state = run_core_state(f->core, items[i]);
        for (uint64_t k = graph_first(g, state); k < graph_first(g, state + 1); k++)
            f->moved[k / BITS_WORD] = 0;
    }
}
