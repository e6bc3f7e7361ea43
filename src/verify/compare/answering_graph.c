// SPDX-License-Identifier: MIT
// An automaton that answers: see answering.h. Of several states after the same label, one that another
// can come to by steps that are not seen is no better than that one, and is left out.

#include "base/memory.h"
#include "verify/compare/answering.h"
#include "verify/counterexample/move_description.h"

#include <stdlib.h>
#include <string.h>

typedef struct list {
    uint32_t *items;
    uint32_t count;
    size_t capacity;
} list;

typedef struct lazy {
    step_graph *graph;
    intern *asked, *answers; // (state, label), and the list that it is answered with
    uint32_t *answer;
    size_t answer_capacity;
    list reached, targets;
} lazy;

static bool has(const list *l, uint32_t state)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->items[i] == state)
            return true;
    return false;
}

static void add(list *l, uint32_t state)
{
    if (has(l, state))
        return;
    MEMORY_GROW(l->items, l->capacity, (size_t)l->count + 1);
    l->items[l->count++] = state;
}

// What is reached from a state unseen, itself among it. False: a step fails.
static bool reach(lazy *z, uint32_t from)
{
    z->reached.count = 0;
    add(&z->reached, from);
    for (uint32_t i = 0; i < z->reached.count; i++) {
        uint32_t count;
        const graph_edge *edges = step_graph_edges(z->graph, z->reached.items[i], &count);
        if (!edges)
            return false;
        for (uint32_t k = 0; k < count && edges[k].label == LABEL_UNSEEN; k++)
            add(&z->reached, edges[k].to);
    }
    return true;
}

static bool find_targets(lazy *z, uint32_t state, uint32_t label)
{
    z->targets.count = 0;
    if (!reach(z, state))
        return false;
    for (uint32_t i = 0; i < z->reached.count; i++) {
        uint32_t count;
        const graph_edge *edges = step_graph_edges(z->graph, z->reached.items[i], &count);
        for (uint32_t k = 0; edges && k < count; k++)
            if (edges[k].label == label)
                add(&z->targets, edges[k].to);
        if (!edges)
            return false;
    }
    return true;
}

static bool drop_later(lazy *z)
{
    for (uint32_t i = 0; i < z->targets.count; i++) {
        uint32_t kept = 0, self = z->targets.items[i];
        if (!reach(z, self))
            return false;
        for (uint32_t k = 0; k < z->targets.count; k++) {
            uint32_t other = z->targets.items[k];
            if (other == self)
                i = kept;
            if (other == self || !has(&z->reached, other))
                z->targets.items[kept++] = other;
        }
        z->targets.count = kept;
    }
    return true;
}

static const uint32_t *after(void *context, uint32_t state, uint32_t label, uint32_t *count)
{
    lazy *z = context;
    const uint32_t key[] = {state, label};
    bool fresh;
    size_t size;
    uint32_t which = intern_add_fresh(z->asked, key, sizeof key, &fresh);
    MEMORY_GROW(z->answer, z->answer_capacity, (size_t)which + 1);
    if (fresh) {
        if (!find_targets(z, state, label) || !drop_later(z))
            return NULL;
        z->answer[which] =
            intern_add(z->answers, z->targets.count ? (const void *)z->targets.items : "",
                       z->targets.count * sizeof *z->targets.items);
    }
    const uint32_t *states = intern_get(z->answers, z->answer[which], &size);
    *count = (uint32_t)(size / sizeof *states);
    return states;
}

static void print(void *context, uint32_t state, text *out)
{
    lazy *z = context;
    const int32_t *cells = step_graph_cells(z->graph, state);
    describer d;
    describer_init(&d, step_graph_system(z->graph), cells);
    describe_shared(&d, cells, out);
    describer_fini(&d);
}

static void release(void *context)
{
    lazy *z = context;
    intern_free(z->asked);
    intern_free(z->answers);
    free(z->answer);
    free(z->reached.items);
    free(z->targets.items);
    free(z);
}

answering answering_graph(step_graph *g)
{
    lazy *z = memory_new(1, sizeof *z);
    *z = (lazy){.graph = g, .asked = intern_new(), .answers = intern_new()};
    return (answering){z, step_graph_start(g), after, print, release};
}
