// SPDX-License-Identifier: MIT
// See lifted_run.h. States after each prefix of the trace are gone through breadth first.

#include "verify/compare/lifted_run.h"

#include "base/memory.h"
#include "verify/compare/pair_memo.h"

#include <stdlib.h>

enum { FIRST_MET = 64, NO_PLACE = UINT32_MAX };

// A state after so many labels of the trace.
typedef struct run_place {
    uint32_t state, done, parent, label;
} run_place;

typedef struct lifting {
    refinement_check *c;
    step_graph *graph, *smaller;
    refinement_end end;
    uint32_t *trace, length;
    uint32_t last; // the state of the quotient at the end
    tau_cycles *cycles;
    pair_memo met;
    run_place *places;
    uint32_t count;
    size_t capacity;
} lifting;

static void meet(lifting *f, run_place p)
{
    const pair_key key = {p.state, p.done};
    if (pair_memo_used(pair_memo_slot(&f->met, key)))
        return;
    pair_memo_put(&f->met, key, f->count);
    MEMORY_GROW(f->places, f->capacity, (size_t)f->count + 1);
    f->places[f->count++] = p;
}

// Does it offer what the state of the quotient offers, which is stable? Then it is stable, too.
static bool offers_the_same(lifting *f, uint32_t state)
{
    uint32_t count, other_count, i = 0, k = 0;
    const graph_edge *edges = step_graph_edges(f->graph, state, &count);
    const graph_edge *other = step_graph_edges(f->smaller, f->last, &other_count);
    if (!edges || !other)
        return false;
    while (i < count && k < other_count && edges[i].label == other[k].label) {
        uint32_t label = edges[i].label;
        while (i < count && edges[i].label == label)
            i++;
        while (k < other_count && other[k].label == label)
            k++;
    }
    return i == count && k == other_count;
}

static bool is_end(lifting *f, const run_place *p)
{
    bool on = false;
    if (p->done < f->length)
        return false;
    if (f->end == REFINEMENT_DIVERGES)
        return tau_cycles_on(f->cycles, p->state, &on) && on;
    return f->end == REFINEMENT_TRACE || offers_the_same(f, p->state);
}

static uint32_t search(lifting *f)
{
    meet(f, (run_place){step_graph_start(f->graph), 0, NO_PLACE, LABEL_UNSEEN});
    for (uint32_t i = 0; i < f->count; i++) {
        const run_place p = f->places[i];
        uint32_t count;
        if (is_end(f, &p))
            return i;
        const graph_edge *edges = step_graph_edges(f->graph, p.state, &count);
        for (uint32_t k = 0; edges && k < count; k++) {
            bool seen = edges[k].label != LABEL_UNSEEN;
            if (!seen || (p.done < f->length && edges[k].label == f->trace[p.done]))
                meet(f, (run_place){edges[k].to, p.done + seen, i, edges[k].label});
        }
    }
    return NO_PLACE;
}

static void replace_path(lifting *f, uint32_t at)
{
    refinement_check *c = f->c;
    refinement_fini(c);
    c->path_count = c->lap_count = 0;
    if (f->end == REFINEMENT_DIVERGES)
        c->lap = tau_cycles_lap(f->cycles, f->places[at].state, &c->lap_count);
    for (uint32_t i = at; f->places[i].parent != NO_PLACE; i = f->places[i].parent)
        c->path_count++;
    c->path = memory_new((size_t)c->path_count + 1, sizeof *c->path);
    uint32_t left = c->path_count;
    for (uint32_t i = at; f->places[i].parent != NO_PLACE; i = f->places[i].parent)
        c->path[--left] = (graph_edge){f->places[i].label, f->places[i].state};
}

bool lifted_run(refinement_check *c, step_graph *smaller, refinement_end end)
{
    lifting f = {.c = c, .graph = c->a, .smaller = smaller, .end = end};
    f.cycles = tau_cycles_new(c->a);
    f.last = c->path_count ? c->path[c->path_count - 1].to : step_graph_start(smaller);
    f.trace = memory_new((size_t)c->path_count + 1, sizeof *f.trace);
    for (uint32_t i = 0; i < c->path_count; i++)
        if (c->path[i].label != LABEL_UNSEEN)
            f.trace[f.length++] = c->path[i].label;
    pair_memo_start(&f.met, FIRST_MET);
    uint32_t at = search(&f);
    if (at != NO_PLACE)
        replace_path(&f, at);
    tau_cycles_free(f.cycles);
    free(f.trace);
    free(f.met.slots);
    free(f.places);
    return at != NO_PLACE;
}
