// SPDX-License-Identifier: MIT
// See kept_graph.h.

#include "verify/search/kept_graph.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

state_graph *graph_new(const graph_reader *read, uint32_t writers)
{
    state_graph *g = memory_new(1, sizeof *g);
    g->read = *read;
    g->writer_count = writers;
    g->writers = memory_new(writers, sizeof *g->writers);
    for (uint32_t i = 0; i < writers; i++)
        g->writers[i].g = g;
    g->sets = intern_new();
    g->label_numbers = intern_new();
    MEMORY_GROW(g->first, g->first_capacity, 1);
    g->first[0] = 0;
    pthread_mutex_init(&g->adding, NULL);
    return g;
}

void graph_free(state_graph *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; i < g->writer_count; i++) {
        free(g->writers[i].from);
        free(g->writers[i].to);
        free(g->writers[i].label);
        free(g->writers[i].able);
    }
    free(g->writers);
    free(g->first);
    free(g->to);
    free(g->label);
    free(g->holds);
    free(g->able);
    free(g->labels);
    intern_free(g->sets);
    intern_free(g->label_numbers);
    pthread_mutex_destroy(&g->adding);
    free(g);
}

uint64_t graph_bytes(const state_graph *g)
{
    return g->first_capacity * sizeof *g->first + g->to_capacity * sizeof *g->to +
           g->label_capacity * sizeof *g->label + g->holds_capacity * sizeof *g->holds +
           g->able_capacity * sizeof *g->able;
}

uint16_t graph_add_label(state_graph *g, graph_label label)
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

uint32_t graph_add_set(state_graph *g, const uint64_t *set, uint32_t words)
{
    while (words > 0 && set[words - 1] == 0)
        words--;
    return intern_add(g->sets, words ? set : &(uint64_t){0}, words * sizeof *set);
}

// Arrays that grow once in a level need little air: what they have too much is what counts.
#define GROW_LITTLE(array, capacity, need)                                                         \
    do {                                                                                           \
        if ((size_t)(need) > (capacity)) {                                                         \
            (capacity) = (size_t)(need) + (size_t)(need) / 16 + 8;                                 \
            (array) = memory_resize((array), (capacity), sizeof *(array));                         \
        }                                                                                          \
    } while (0)

void graph_level_begin(state_graph *g, uint32_t end)
{
    GROW_LITTLE(g->first, g->first_capacity, (size_t)end + 1);
    GROW_LITTLE(g->holds, g->holds_capacity, end);
    GROW_LITTLE(g->able, g->able_capacity, end);
    memset(g->first + g->count + 1, 0, (end - g->count) * sizeof *g->first);
    g->level = g->count;
    g->count = end;
}

// From edges in the order of their writers to edges by state: they are counted, and then put in place.
void graph_level_end(state_graph *g)
{
    for (uint32_t i = 0; i < g->writer_count; i++)
        for (size_t k = 0; k < g->writers[i].count; k++)
            g->first[g->writers[i].from[k] + 1]++;
    for (uint32_t s = g->level; s < g->count; s++)
        g->first[s + 1] += g->first[s];
    GROW_LITTLE(g->to, g->to_capacity, g->first[g->count]);
    GROW_LITTLE(g->label, g->label_capacity, g->first[g->count]);
    // Edges of one state are all of one writer, in a row.
    for (uint32_t i = 0; i < g->writer_count; i++) {
        graph_writer *w = &g->writers[i];
        for (size_t k = 0, n = 0; k < w->count; k++) {
            n = k && w->from[k] == w->from[k - 1] ? n + 1 : 0;
            g->to[g->first[w->from[k]] + n] = w->to[k];
            g->label[g->first[w->from[k]] + n] = w->label[k];
        }
        w->count = 0;
    }
}

void graph_state_begin(graph_writer *w)
{
    w->able_words = 0;
    w->rests = true;
}

static void add_able(graph_writer *w, uint32_t who)
{
    uint32_t words = who / WORD + 1;
    MEMORY_GROW(w->able, w->able_capacity, words);
    while (w->able_words < words)
        w->able[w->able_words++] = 0;
    w->able[who / WORD] |= (uint64_t)1 << who % WORD;
}

// Which place of GRAPH_KNOWN: the high bits of a product depend on all of its factor's.
static uint32_t place_of(uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15U >> 58);
}

uint16_t graph_label_of(graph_writer *w, const move *m)
{
    state_graph *g = w->g;
    graph_label label = g->read.label(g->read.context, m);
    if (label.who != GRAPH_NOBODY) {
        const uint32_t *list;
        uint32_t count = graph_members(&g->read, &label.who, &list);
        for (uint32_t i = 0; i < count; i++)
            add_able(w, list[i]);
        w->rests = false;
    }
    uint32_t at = place_of(label.events ^ label.who ^ (uint64_t)label.seen << 32);
    const graph_label *was = &w->labels[at].label;
    if (!w->labels[at].number || was->events != label.events || was->who != label.who ||
        was->seen != label.seen) {
        w->labels[at].label = label;
        pthread_mutex_lock(&g->adding);
        w->labels[at].number = graph_add_label(g, label) + 1u;
        pthread_mutex_unlock(&g->adding);
    }
    return (uint16_t)(w->labels[at].number - 1);
}

static uint32_t set_number(graph_writer *w)
{
    state_graph *g = w->g;
    uint64_t one = w->able_words ? w->able[0] : 0;
    uint32_t at = place_of(one), number;
    if (w->able_words <= 1 && w->sets[at].number && w->sets[at].set == one)
        return w->sets[at].number - 1;
    pthread_mutex_lock(&g->adding);
    number = graph_add_set(g, w->able, w->able_words);
    pthread_mutex_unlock(&g->adding);
    if (w->able_words <= 1) {
        w->sets[at].set = one;
        w->sets[at].number = number + 1;
    }
    return number;
}

void graph_state_end(graph_writer *w, uint32_t state, uint64_t holds)
{
    w->g->holds[state] = holds;
    w->g->able[state] = set_number(w) | (w->rests ? (uint32_t)GRAPH_RESTS : 0);
}

void graph_add_edge(graph_writer *w, uint32_t from, uint32_t to, uint16_t label)
{
    MEMORY_GROW(w->from, w->from_capacity, w->count + 1);
    MEMORY_GROW(w->to, w->to_capacity, w->count + 1);
    MEMORY_GROW(w->label, w->label_capacity, w->count + 1);
    w->from[w->count] = from;
    w->to[w->count] = to;
    w->label[w->count++] = label;
}
