// SPDX-License-Identifier: MIT
// See kept_graph.h.

#include "verify/search/kept_graph.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, LOW_LABELS = 256 };

state_graph *graph_new(const graph_reader *read, uint32_t writers)
{
    state_graph *g = memory_new(1, sizeof *g);
    g->read = *read;
    g->writer_count = writers;
    g->writers = memory_new(writers, sizeof *g->writers);
    for (uint32_t i = 0; i < writers; i++)
        g->writers[i].g = g;
    g->label_numbers = intern_new();
    g->trait_numbers = intern_new();
    MEMORY_GROW(g->first, g->first_capacity, 1);
    MEMORY_GROW(g->blocks, g->block_capacity, 1);
    g->first[0] = 0;
    g->blocks[0] = 0;
    pthread_mutex_init(&g->adding, NULL);
    return g;
}

void graph_free(state_graph *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; i < g->writer_count; i++) {
        free(g->writers[i].rows);
        free(g->writers[i].to);
        free(g->writers[i].label);
    }
    free(g->writers);
    free(g->first);
    free(g->blocks);
    free(g->to);
    free(g->label);
    free(g->label_up);
    free(g->trait);
    free(g->labels);
    free(g->traits);
    intern_free(g->label_numbers);
    intern_free(g->trait_numbers);
    pthread_mutex_destroy(&g->adding);
    free(g);
}

uint64_t graph_bytes(const state_graph *g)
{
    uint64_t bytes = g->first_capacity * sizeof *g->first + g->block_capacity * sizeof *g->blocks +
                     g->to_capacity * sizeof *g->to + g->label_capacity + g->label_up_capacity +
                     g->trait_capacity * sizeof *g->trait + g->traits_capacity * sizeof *g->traits +
                     intern_bytes(g->trait_numbers);
    for (uint32_t i = 0; i < g->writer_count; i++) {
        const graph_writer *w = &g->writers[i];
        bytes += w->row_capacity * sizeof *w->rows + w->to_capacity * sizeof *w->to +
                 w->label_capacity * sizeof *w->label;
    }
    return bytes;
}

// The number of a label, while nobody else adds one.
static uint16_t add_label(state_graph *g, graph_label label)
{
    uint64_t key[2] = {label.events, (uint64_t)label.seen << 32 | label.who};
    bool fresh;
    uint32_t number = intern_add_fresh(g->label_numbers, key, sizeof key, &fresh);
    if (number >= GRAPH_MAX_LABELS) {
        g->full = true;
        return 0;
    }
    if (fresh) {
        MEMORY_GROW(g->labels, g->labels_capacity, number + 1);
        g->labels[number] = label;
    }
    return (uint16_t)number;
}

static uint32_t add_trait(state_graph *g, const graph_trait *t)
{
    bool fresh;
    uint32_t number = intern_add_fresh(g->trait_numbers, t, sizeof *t, &fresh);
    if (fresh) {
        MEMORY_GROW(g->traits, g->traits_capacity, number + 1);
        g->traits[number] = *t;
    }
    return number;
}

void graph_level_begin(state_graph *g, uint32_t end)
{
    MEMORY_GROW_LITTLE(g->first, g->first_capacity, (size_t)end + 1);
    MEMORY_GROW_LITTLE(g->blocks, g->block_capacity, (size_t)end / GRAPH_BLOCK + 1);
    MEMORY_GROW_LITTLE(g->trait, g->trait_capacity, end);
    memset(g->first + g->count + 1, 0, (end - g->count) * sizeof *g->first);
    g->level = g->count;
    g->count = end;
}

// From how many edges each state of the level has to where they begin.
static void add_up(state_graph *g)
{
    uint64_t next = graph_first(g, g->level);
    for (uint32_t s = g->level; s < g->count; s++) {
        uint32_t degree = g->first[s + 1];
        g->degree = degree > g->degree ? degree : g->degree;
        next += degree;
        if ((s + 1) % GRAPH_BLOCK == 0)
            g->blocks[(s + 1) / GRAPH_BLOCK] = next;
        g->first[s + 1] = (uint32_t)(next - g->blocks[(s + 1) / GRAPH_BLOCK]);
    }
}

static void make_room(state_graph *g)
{
    uint64_t edges = graph_first(g, g->count), before = graph_first(g, g->level);
    MEMORY_GROW_LITTLE(g->to, g->to_capacity, edges);
    MEMORY_GROW_LITTLE(g->label, g->label_capacity, edges);
    if (intern_count(g->label_numbers) <= LOW_LABELS)
        return;
    size_t had = g->label_up_capacity;
    MEMORY_GROW_LITTLE(g->label_up, g->label_up_capacity, edges + 1);
    for (uint64_t i = 0; had == 0 && i < before; i++)
        g->label_up[i] = 0;
}

// From edges in the order of their writers to edges by state: they are counted, and then put in place.
void graph_level_end(state_graph *g)
{
    for (uint32_t i = 0; i < g->writer_count; i++)
        for (size_t k = 0; k < g->writers[i].row_count; k++)
            g->first[g->writers[i].rows[k].from + 1] += g->writers[i].rows[k].count;
    add_up(g);
    make_room(g);
    for (uint32_t i = 0; i < g->writer_count; i++) {
        graph_writer *w = &g->writers[i];
        size_t from = 0;
        for (size_t k = 0; k < w->row_count; k++) {
            uint64_t to = graph_first(g, w->rows[k].from);
            for (uint32_t n = 0; n < w->rows[k].count; n++, from++, to++) {
                g->to[to] = w->to[from];
                g->label[to] = (uint8_t)(w->label[from] % LOW_LABELS);
                if (g->label_up)
                    g->label_up[to] = (uint8_t)(w->label[from] / LOW_LABELS);
            }
        }
        w->count = w->row_count = 0;
    }
}

void graph_state_begin(graph_writer *w)
{
    w->rests = true;
}

// Which place of GRAPH_KNOWN: the high bits of a product depend on all of its factor's.
static uint32_t place_of(uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15U >> 58);
}

uint16_t graph_step(graph_writer *w, graph_label label)
{
    state_graph *g = w->g;
    w->rests = w->rests && label.who == GRAPH_NOBODY;
    uint32_t at = place_of(label.events ^ label.who ^ (uint64_t)label.seen << 32);
    const graph_label *was = &w->labels[at].label;
    if (!w->labels[at].number || was->events != label.events || was->who != label.who ||
        was->seen != label.seen) {
        w->labels[at].label = label;
        pthread_mutex_lock(&g->adding);
        w->labels[at].number = add_label(g, label) + 1u;
        pthread_mutex_unlock(&g->adding);
    }
    return (uint16_t)(w->labels[at].number - 1);
}

uint16_t graph_label_of(graph_writer *w, const move *m)
{
    return graph_step(w, w->g->read.label(w->g->read.context, m));
}

void graph_state_end(graph_writer *w, uint32_t state, uint64_t holds)
{
    state_graph *g = w->g;
    graph_trait t = {holds, w->rests};
    uint32_t at = place_of(holds << 1 ^ holds >> 63 ^ t.rests);
    const graph_trait *was = &w->traits[at].trait;
    if (!w->traits[at].number || was->holds != holds || was->rests != t.rests) {
        w->traits[at].trait = t;
        pthread_mutex_lock(&g->adding);
        w->traits[at].number = add_trait(g, &t) + 1;
        pthread_mutex_unlock(&g->adding);
    }
    g->trait[state] = w->traits[at].number - 1;
}

void graph_able(const state_graph *g, uint32_t state, uint64_t *words)
{
    memset(words, 0, graph_who_words(g) * sizeof *words);
    for (uint64_t i = graph_first(g, state); i < graph_first(g, state + 1); i++) {
        uint32_t who = graph_edge_label(g, i)->who;
        const uint32_t *list;
        uint32_t count = who == GRAPH_NOBODY ? 0 : graph_members(&g->read, &who, &list);
        for (uint32_t k = 0; k < count; k++)
            words[list[k] / WORD] |= (uint64_t)1 << list[k] % WORD;
    }
}

void graph_add_edge(graph_writer *w, uint32_t from, uint32_t to, uint16_t label)
{
    if (!w->row_count || w->rows[w->row_count - 1].from != from) {
        MEMORY_GROW(w->rows, w->row_capacity, w->row_count + 1);
        w->rows[w->row_count++] = (struct graph_row){.from = from};
    }
    w->rows[w->row_count - 1].count++;
    MEMORY_GROW(w->to, w->to_capacity, w->count + 1);
    MEMORY_GROW(w->label, w->label_capacity, w->count + 1);
    w->to[w->count] = to;
    w->label[w->count++] = label;
}
